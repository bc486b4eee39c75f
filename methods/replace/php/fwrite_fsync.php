<?php
// fopen('w'), fwrite() and fsync(). It needs PHP 8.1.
// Use it when the content must be safe from a power cut afterwards; one meanwhile leaves a half.
// called: fwrite() and fsync()
// tags: by-name
// atomic: no
// durable: each file
// keeps: everything

function replace_file(string $path, string $content): void
{
    $file = fopen($path, 'w');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    if (fwrite($file, $content) !== strlen($content) || !fsync($file)) {
        throw new RuntimeException("cannot write $path");
    }
    fclose($file);
}
