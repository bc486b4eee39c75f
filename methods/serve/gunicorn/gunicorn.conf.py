"""gunicorn: it starts processes of the application, each of which sends one file at a time."""

wsgi_app = "app:application"
bind = "0.0.0.0:8000"
worker_class = "sync"
workers = 8
# A worker that is busy with one request for longer than this is ended, and with it the download.
timeout = 300
