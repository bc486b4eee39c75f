<?php
// file_put_contents(), which empties the file first.
// Use it when nobody reads the file meanwhile: a reader may find it empty or half written.
// called: file_put_contents()
// atomic: no
// durable: no
// keeps: everything

function replace_file(string $path, string $content): void
{
    if (file_put_contents($path, $content) !== strlen($content)) {
        throw new RuntimeException("cannot write $path");
    }
}
