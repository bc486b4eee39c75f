"""A server that begins to lie after some hundred requests is found out under load, and a run says what was compared."""

from __future__ import annotations

import json

import pytest

from commandline.command import Place
from commandline.test_servers import STACK, place, written

__all__ = ["place"]  # a fixture

#: Counts the requests in a file, and changes a byte of each answer from the 400th on.
LIES = """$file = fopen(__DIR__ . '/count', 'c+');
flock($file, LOCK_EX);
$number = (int) fgets($file);
rewind($file);
fwrite($file, (string) ($number + 1));
flock($file, LOCK_UN);
$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('Content-Length: ' . filesize($path));
$bytes = file_get_contents($path);
if ($number > 400) {
    $bytes[1000] = $bytes[1000] === 'a' ? 'b' : 'a';
}
echo $bytes;
"""


@pytest.mark.long
def test_a_server_that_flips_a_byte_after_400_requests_is_found_out(place: Place) -> None:
    written(place, "lies_later", LIES, streams="no")
    chosen = [word for name in ("readfile", "lies_later") for word in ("--method", f"{STACK}/{name}")]
    settings = [word for one in ("file_bytes=4000", "clients=2") for word in ("--set", one)]
    here = ("--with", "tree", "--target", str(place.target), "--rounds", "8", "--blocks", "1", "--no-evidence")
    done = place.run("run", "serve", *chosen, *settings, *here, "--json")
    assert done.returncode == 0, done.stderr
    (level,) = json.loads(done.stdout)["levels"]
    arms = {arm["arm"]: arm for arm in level["arms"]}
    lies = arms[f"{STACK}/lies_later"]
    assert lies["status"] == "disqualified" and "compared under load were not the file" in lies["reason"]
    honest = arms[f"{STACK}/readfile"]["several"]
    assert 1 <= honest["compared"] < honest["requests"]
    said = place.run("show", "--details").stdout
    assert "were compared byte by byte" in said
