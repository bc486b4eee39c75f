<?php
// fread(): PHP sends the file in pieces of 1 KiB, which a loop reads and prints.
// Use readfile() instead: it does the same in one call.
// called: fread() of 1 KiB
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
while (!feof($file)) {
    print fread($file, 1024);
}
fclose($file);
