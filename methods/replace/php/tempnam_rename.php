<?php
// tempnam() in the folder, file_put_contents(), chmod() to the permissions of the old file, then rename().
// Use it when others read the file and several write it: each has a name of its own.
// called: tempnam(), then rename()
// atomic: yes
// durable: no
// keeps: permissions

function replace_file(string $path, string $content): void
{
    $part = tempnam(dirname($path), 'part');
    $mode = fileperms($path);
    if ($part === false || $mode === false) {
        throw new RuntimeException("cannot replace $path");
    }
    if (file_put_contents($part, $content) !== strlen($content) || !chmod($part, $mode & 07777) || !rename($part, $path)) {
        unlink($part);
        throw new RuntimeException("cannot write $path");
    }
}
