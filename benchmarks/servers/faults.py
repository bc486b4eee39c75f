"""Methods with a fault each, in a tree of their own."""

from __future__ import annotations

from pathlib import Path

#: A fault's name -> the stack that it is written for, and its file there.
ENTRY = {"nginx_fpm": "download.php", "node_http": "download.mjs"}

_PHP = """\
<?php
// {called}: {what}.
// Made for benchmarks/servers: of no use to anyone else.
// decides: program
// ranges: no
// conditional: no
// streams: yes

require __DIR__ . '/access.php';

$path = file_of_this_request();
$size = filesize($path);
"""

_HEADERS = """\
header('Content-Type: application/octet-stream');
header('Content-Length: ' . $size);
"""

#: It counts CPU time: wall time would also pass while other requests have the CPU.
_SLOWER = """\
function used_us(): int
{{
    $used = getrusage();
    return 1000000 * ($used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec'])
        + $used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec'];
}}

$end = used_us() + {us};
while (used_us() < $end) {{
}}
"""

#: It writes down what it drops, so that a run in which it drops nothing is told from one in which nobody notices.
_DROPS = """\
if (random_int(1, {one_in}) === 1) {{
    file_put_contents(sys_get_temp_dir() . '/{noted}/dropped', '.', FILE_APPEND);
    http_response_code(503);
    exit;
}}
"""

_SENDS = "readfile($path);\n"

_WRONG = """\
$file = fopen($path, 'rb');
while (!feof($file)) {
    $piece = fread($file, 65536);
    if ($piece !== '' && ftell($file) === $size) {
        $piece[-1] = chr(ord($piece[-1]) ^ 1);
    }
    echo $piece;
}
"""

_LEAKS = """\
// createReadStream(): it sends the file, and keeps {leaked} bytes of each request.
// Made for benchmarks/servers: of no use to anyone else.
// decides: program
// ranges: no
// conditional: no
// streams: yes
import {{ createReadStream }} from 'node:fs';
import {{ pipeline }} from 'node:stream/promises';

const kept = [];

export async function download(path, size, request, response) {{
    kept.push(Buffer.alloc({leaked}, kept.length % 256));
    response.writeHead(200, {{ 'Content-Type': 'application/octet-stream', 'Content-Length': size }});
    if (request.method === 'HEAD') {{
        response.end();
    }} else {{
        await pipeline(createReadStream(path), response);
    }}
}}
"""


def slower(tree: Path, us: int) -> str:
    """Write one that keeps its CPU busy for so long before it sends; return its arm."""
    said = _PHP.format(called="readfile()", what=f"PHP is busy for {us} us, then sends the file")
    return _written(tree, "nginx_fpm", "slower", said + _SLOWER.format(us=us) + _HEADERS + _SENDS)


def drops(tree: Path, one_in: int, noted: Path) -> str:
    """Write one that answers one of so many requests with 503, and notes that in a folder of the system's for files."""
    said = _PHP.format(called="readfile()", what="PHP sends the file, but for one request of many")
    return _written(
        tree, "nginx_fpm", "drops", said + _DROPS.format(one_in=one_in, noted=noted.name) + _HEADERS + _SENDS
    )


def wrong(tree: Path) -> str:
    """Write one that sends another byte instead of the last."""
    said = _PHP.format(called="fread()", what="PHP sends the file with another byte at its end")
    return _written(tree, "nginx_fpm", "wrong", said + _HEADERS + _WRONG)


def leaks(tree: Path, byte_count: int) -> str:
    """Write one whose process keeps so many bytes of each request."""
    return _written(tree, "node_http", "leaks", _LEAKS.format(leaked=byte_count))


def _written(tree: Path, stack: str, name: str, text: str) -> str:
    folder = tree / "serve" / stack / name
    folder.mkdir(parents=True)
    (folder / ENTRY[stack]).write_text(text)
    return f"{stack}/{name}"
