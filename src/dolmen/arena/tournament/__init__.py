"""Tournaments of tables: who meets whom in which round, who stands where, who goes on. Nothing is stored or played.

draw.py         the tables of a round, for round robin and Swiss
partition.py    a field divided into tables so that nobody meets twice where that can be avoided
standings.py    points for places, and what decides between equals
stages.py       groups by lot, how many rounds, who goes on to the finals
"""
