"""What servers and programs say to each other: every message once, for `dolmen.server` and `dolmen.client`.

Seats are counted from 0 here, in turn order, as in `State` and in lists of points; times are milliseconds since 1970.
"""
