<?php
// X-Sendfile: PHP decides, and leaves it to Apache to send the file.
// Use it wherever you can load mod_xsendfile: it needs the folder of files that the program can have Apache send.
// called: X-Sendfile
// decides: program
// ranges: yes
// conditional: yes
// streams: yes
// tags: untouched

require __DIR__ . '/access.php';

$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header("X-Sendfile: $path");
