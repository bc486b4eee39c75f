"""gunicorn: it starts processes of the application, each of which sends many files at a time."""

wsgi_app = "app:application"
bind = "0.0.0.0:8000"
worker_class = "aiohttp.GunicornWebWorker"
# One process uses one CPU, and serves all its clients on it; two go on if one has to be started anew.
workers = 2
