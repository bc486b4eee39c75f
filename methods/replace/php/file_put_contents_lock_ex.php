<?php
// file_put_contents() with LOCK_EX, which empties the file when it has the lock.
// Use it when all who read take the lock, too; to others the file may be empty or half written.
// called: file_put_contents() with LOCK_EX
// atomic: no
// durable: no
// keeps: everything

function replace_file(string $path, string $content): void
{
    if (file_put_contents($path, $content, LOCK_EX) !== strlen($content)) {
        throw new RuntimeException("cannot write $path");
    }
}
