<?php
// readfile() into an output buffer of PHP, which holds the whole file before the first byte goes out.
// Use readfile() without a buffer instead; if a framework has begun one, end it first with ob_end_clean().
// called: readfile() in an output buffer
// decides: program
// ranges: no
// conditional: no
// streams: no

require __DIR__ . '/access.php';

ob_start();
$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('Content-Length: ' . filesize($path));
readfile($path);
ob_end_flush();
