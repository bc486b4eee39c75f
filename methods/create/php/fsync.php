<?php
// fopen(), fwrite(), fsync() and fclose() for each file, and fsync() of the folder, which holds its name.
// Use it when a file must outlive a power cut from the moment that it is written. It needs PHP 8.1.
// called: fwrite() and fsync()
// tags: by-name
// durable: each file
// atomic: no

function create_files(string $folder, array $names, string $content): int
{
    $bytes = strlen($content);
    $place = fopen($folder, 'r');
    if ($place === false) {
        throw new RuntimeException("cannot open $folder");
    }
    foreach ($names as $name) {
        $file = fopen("$folder/$name", 'w');
        if ($file === false) {
            throw new RuntimeException("cannot open $folder/$name");
        }
        if (fwrite($file, $content) !== $bytes || !fsync($file)) {
            throw new RuntimeException("cannot write $folder/$name");
        }
        fclose($file);
        if (!fsync($place)) {
            throw new RuntimeException("cannot sync $folder");
        }
    }
    fclose($place);
    return count($names);
}
