# send_file(): Flask makes the answer with all its headers, and gunicorn has the kernel send the file.
# Use it in every application that is made with Flask.
# called: send_file() of Flask
# decides: program
# ranges: yes
# conditional: yes
# streams: yes
# tags: untouched

from access import Refused, file_of_link
from flask import Flask, Response, abort, request, send_file

application = Flask(__name__)


@application.get("/download/<name>")
def download(name: str) -> Response:
    try:
        path = file_of_link(name, request.args.get("signature", ""))
    except Refused as refused:
        abort(refused.status)
    return send_file(path, mimetype="application/octet-stream")
