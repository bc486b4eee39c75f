<?php
// fopen(), fwrite() and fclose() for each file.
// Use it when a file is written piece by piece; for one piece file_put_contents() is the same in one call.
// called: fopen() and fwrite()
// durable: no
// atomic: no

function create_files(string $folder, array $names, string $content): int
{
    $bytes = strlen($content);
    foreach ($names as $name) {
        $file = fopen("$folder/$name", 'w');
        if ($file === false) {
            throw new RuntimeException("cannot open $folder/$name");
        }
        if (fwrite($file, $content) !== $bytes) {
            throw new RuntimeException("cannot write $folder/$name");
        }
        fclose($file);
    }
    return count($names);
}
