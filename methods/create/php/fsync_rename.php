<?php
// fwrite() and fsync() to another name in the folder, then rename(); at the end fsync() of the folder.
// Use it for what must be there whole or not at all, also after a power cut. It needs PHP 8.1.
// called: fsync(), then rename()
// tags: by-name
// durable: each file
// atomic: yes

function create_files(string $folder, array $names, string $content): int
{
    $bytes = strlen($content);
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
    }
    $handle = fopen($folder, 'r');
    if ($handle === false || !fsync($handle)) {
        throw new RuntimeException("cannot sync $folder");
    }
    fclose($handle);
    return count($names);
}
