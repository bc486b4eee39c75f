<?php
// file_put_contents() to another name in the folder, then rename().
// Use it when others read the file: they find the old content or the new, whole.
// Two writers need two such names.
// called: file_put_contents(), then rename()
// atomic: yes
// durable: no
// keeps: nothing

function replace_file(string $path, string $content): void
{
    $part = "$path.part";
    if (file_put_contents($part, $content) !== strlen($content) || !rename($part, $path)) {
        throw new RuntimeException("cannot write $path");
    }
}
