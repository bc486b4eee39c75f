<?php
// file_put_contents() to another name in the folder, unlink() of the old file, then rename().
// Use it nowhere if you can: for a moment there is no file. rename() needs no unlink().
// called: unlink(), then rename()
// atomic: with a gap
// durable: no
// keeps: nothing

function replace_file(string $path, string $content): void
{
    $part = "$path.part";
    if (file_put_contents($part, $content) !== strlen($content)) {
        throw new RuntimeException("cannot write $part");
    }
    if (!unlink($path) || !rename($part, $path)) {
        throw new RuntimeException("cannot replace $path");
    }
}
