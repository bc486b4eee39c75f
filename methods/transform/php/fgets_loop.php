<?php
// A loop of fgets(): change each line, print it.
// Use it when the change is by line. A file without a newline is one line, and all of it is in memory.
// called: a loop of fgets()

function transform(string $path): int
{
    $file = fopen($path, 'rb');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $bytes = 0;
    while (($line = fgets($file)) !== false) {
        echo str_rot13($line);
        $bytes += strlen($line);
    }
    fclose($file);
    return $bytes;
}
