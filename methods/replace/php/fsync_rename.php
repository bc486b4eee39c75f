<?php
// fwrite() and fsync() to another name in the folder, rename(), and fsync() of the folder. It needs PHP 8.1.
// Use it when others read the file: they find the old content or the new, whole.
// It is safe from a power cut, too.
// called: fsync(), rename() and fsync() of the folder
// tags: by-name
// atomic: yes
// durable: each file
// keeps: nothing

function replace_file(string $path, string $content): void
{
    $part = "$path.part";
    $file = fopen($part, 'w');
    if ($file === false) {
        throw new RuntimeException("cannot open $part");
    }
    if (fwrite($file, $content) !== strlen($content) || !fsync($file)) {
        throw new RuntimeException("cannot write $part");
    }
    fclose($file);
    if (!rename($part, $path)) {
        throw new RuntimeException("cannot rename $part");
    }
    $folder = fopen(dirname($path), 'r');
    if ($folder === false || !fsync($folder)) { // it holds the name
        throw new RuntimeException("cannot sync the folder of $path");
    }
    fclose($folder);
}
