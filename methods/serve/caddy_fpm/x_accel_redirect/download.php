<?php
// X-Accel-Redirect: PHP decides, and leaves it to Caddy to send the file.
// Use it wherever you can configure Caddy: the bytes do not pass through PHP, but one of its workers waits until the
// client has all of them.
// called: X-Accel-Redirect
// decides: program
// ranges: yes
// conditional: yes
// streams: yes
// tags: untouched

require __DIR__ . '/access.php';

$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('X-Accel-Redirect: /' . basename($path));
