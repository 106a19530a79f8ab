"""Playing at a terminal: the table, the choices, and the talk around them.

Everything is drawn from the Program and one seat's view, so a new game looks as good without a line of code.

    sheet.py     what is on the table, sorted for showing; the only file that reads views
    paint.py     how a card, a text and a bar look
    draw.py      a sheet as a picture in lines
    plain.py     a sheet as sentences
    choices.py   a decision taken apart into menus
    commands.py  what can be said besides a move
    words.py     sentences: news, reasons, results, help
    screen.py    what there is to see, and the screen of plain lines
    terminal.py  the screen with pictures and completion
    host.py      plays a session with people
    watching.py  plays a session of bots
    lines.py     plays a session for a program, in JSON lines
"""
