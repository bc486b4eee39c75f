<?php
// readfile(): PHP sends the file itself, in one call.
// Use it for files that are small: a slow client holds a worker of PHP until it has all of the file.
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
