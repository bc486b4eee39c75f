<?php
// readfile(): PHP sends the file itself, in one call.
// Use it behind a server that you cannot configure, and for files that are small.
// decides: program
// ranges: no
// conditional: no
// streams: yes
// tags: article

require __DIR__ . '/access.php';

$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('Content-Length: ' . filesize($path));
readfile($path);
