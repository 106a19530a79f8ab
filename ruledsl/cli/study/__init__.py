"""How simulations are shown: as text with small plots, as JSON, as CSV, and as an HTML file with charts.

options.py    the options that the commands share
progress.py   a bar with the time left
numbers.py    figures in words
findings.py   what figures mean, in sentences
plots.py      bars and outlines made of characters
simulated.py  the report of a simulation as text
compared.py   the report of a comparison as text
table.py      the games as CSV
charts.py     charts, made with Altair
page.py       the report as an HTML file
"""
