<?php
// fpassthru(): PHP sends an open file from where it stands to its end.
// Use it if the file is open already, or if only a part of it is to be sent.
// decides: program
// ranges: no
// conditional: no
// streams: yes
// tags: article

require __DIR__ . '/access.php';

$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('Content-Length: ' . filesize($path));
$file = fopen($path, 'rb');
fpassthru($file);
fclose($file);
