<?php
// fread(): PHP sends the file in pieces of 8 KiB, which a loop reads and prints.
// Use it if each piece must be looked at on its way.
// called: fread() of 8 KiB
// decides: program
// ranges: no
// conditional: no
// streams: yes

require __DIR__ . '/access.php';

$path = file_of_this_request();
header('Content-Type: application/octet-stream');
header('Content-Length: ' . filesize($path));
$file = fopen($path, 'rb');
while (!feof($file)) {
    echo fread($file, 8192);
}
fclose($file);
