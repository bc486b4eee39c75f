<?php
// file_get_contents(): PHP takes the whole file into its memory, then prints it.
// Use it for small files that are changed before they are sent.
// decides: program
// ranges: no
// conditional: no
// streams: no

require __DIR__ . '/access.php';

$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('Content-Length: ' . filesize($path));
echo file_get_contents($path);
