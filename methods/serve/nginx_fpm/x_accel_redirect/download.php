<?php
// X-Accel-Redirect: PHP decides, and leaves it to nginx to send the file.
// Use it wherever you can configure nginx: it needs one location that only the program can send it to.
// called: X-Accel-Redirect
// decides: program
// ranges: yes
// conditional: yes
// streams: yes
// tags: untouched

require __DIR__ . '/access.php';

$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('X-Accel-Redirect: /protected/' . rawurlencode(basename($path)));
