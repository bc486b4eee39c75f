<?php
// X-Sendfile: PHP decides, and leaves it to lighttpd to send the file.
// Use it wherever you can configure lighttpd: it needs the folder of files that the program can have it send.
// called: X-Sendfile
// decides: program
// ranges: yes
// conditional: yes
// streams: yes
// tags: untouched

require __DIR__ . '/access.php';

$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('X-Sendfile: ' . dirname($path) . '/' . rawurlencode(basename($path)));
