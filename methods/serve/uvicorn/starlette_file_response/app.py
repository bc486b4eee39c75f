# FileResponse: Starlette reads the file in threads, in pieces of 64 KiB, and uvicorn sends them.
# Use it in every application that is made with Starlette or FastAPI. From Starlette 0.39 on it sends parts, too.
# called: FileResponse of Starlette
# decides: program
# ranges: no
# conditional: no
# streams: yes

from access import Refused, file_of_link
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Route


async def download(request: Request) -> FileResponse:
    try:
        path = file_of_link(request.path_params["name"], request.query_params.get("signature", ""))
    except Refused as refused:
        raise HTTPException(refused.status) from None
    return FileResponse(path, media_type="application/octet-stream")


application = Starlette(routes=[Route("/download/{name}", download)])
