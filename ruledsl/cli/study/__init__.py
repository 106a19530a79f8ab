"""How simulations are shown: as text with small plots, as JSON, as CSV, and as an HTML file with charts.

plots.py     bars and outlines made of characters
numbers.py   figures in words
simulated.py the report of a simulation as text
"""
