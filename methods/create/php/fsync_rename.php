<?php
// fwrite() and fsync() to another name in the folder, rename(), and fsync() of the folder, for each file.
// Use it for what must be there whole or not at all, also after a power cut. It needs PHP 8.1.
// called: fsync(), then rename()
// tags: by-name
// durable: each file
// atomic: yes

function create_files(string $folder, array $names, string $content): int
{
    $bytes = strlen($content);
    $place = fopen($folder, 'r');
    if ($place === false) {
        throw new RuntimeException("cannot open $folder");
    }
    foreach ($names as $name) {
        $path = "$folder/$name";
        $file = fopen("$path.part", 'w');
        if ($file === false) {
            throw new RuntimeException("cannot open $path.part");
        }
        if (fwrite($file, $content) !== $bytes || !fsync($file)) {
            throw new RuntimeException("cannot write $path.part");
        }
        fclose($file);
        if (!rename("$path.part", $path)) {
            throw new RuntimeException("cannot rename $path.part");
        }
        if (!fsync($place)) { // the folder holds the name
            throw new RuntimeException("cannot sync $folder");
        }
    }
    fclose($place);
    return count($names);
}
