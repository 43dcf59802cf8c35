"""The table: both games in the browser. FastAPI, Jinja2, htmx, server-sent events; all rules stay on the server."""
