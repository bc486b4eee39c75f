<?php
// fopen('r+'), fwrite() over what is there, and ftruncate() of what was longer.
// Use it when nobody reads the file meanwhile: a reader may find new and old content mixed.
// called: fwrite() over it, and ftruncate()
// atomic: no
// durable: no
// keeps: everything

function replace_file(string $path, string $content): void
{
    $file = fopen($path, 'r+');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    if (fwrite($file, $content) !== strlen($content) || !ftruncate($file, strlen($content))) {
        throw new RuntimeException("cannot write $path");
    }
    fclose($file);
}
