from ruledsl.api import Game as Game
from ruledsl.api import IllegalMove as IllegalMove
from ruledsl.api import Option as Option
from ruledsl.api import PlayFault as PlayFault
from ruledsl.api import RulesError as RulesError
from ruledsl.api import SettingError as SettingError
from ruledsl.api import State as State
from ruledsl.api import load as load
from ruledsl.api import load_text as load_text

__version__: str
