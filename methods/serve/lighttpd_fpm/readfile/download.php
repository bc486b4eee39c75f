<?php
// readfile(): PHP sends the file itself, in one call.
// Use it for files that are small: lighttpd puts the whole answer into temporary files before it sends any of it.
// decides: program
// ranges: no
// conditional: no
// streams: yes
// tags: article

require __DIR__ . '/access.php';

$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('Content-Length: ' . filesize($path));
// lighttpd puts the answer into a temporary file, and could not send a part of that.
header('Accept-Ranges: none');
readfile($path);
