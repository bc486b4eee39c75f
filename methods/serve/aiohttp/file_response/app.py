# FileResponse: aiohttp makes the answer with all its headers, and has the kernel send the file.
# Use it in every application that is made with aiohttp.
# called: FileResponse of aiohttp
# decides: program
# ranges: yes
# conditional: yes
# streams: yes
# tags: untouched

from access import Refused, file_of_link
from aiohttp import web


async def download(request: web.Request) -> web.FileResponse:
    try:
        path = file_of_link(request.match_info["name"], request.query.get("signature", ""))
    except Refused as refused:
        raise {403: web.HTTPForbidden, 404: web.HTTPNotFound}[refused.status] from None
    return web.FileResponse(path, headers={"Content-Type": "application/octet-stream"})


application = web.Application()
application.add_routes([web.get("/download/{name}", download)])
