<?php
// readfile(): PHP sends the file itself, and nginx puts nothing of it into a temporary file.
// Use it if files are larger than what nginx may store; a slow client then holds a worker of PHP until it has the file.
// called: readfile() without a temporary file
// decides: program
// ranges: no
// conditional: no
// streams: yes

require __DIR__ . '/access.php';

$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('Content-Length: ' . filesize($path));
readfile($path);
