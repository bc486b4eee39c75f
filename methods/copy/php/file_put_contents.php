<?php
// file_put_contents() of file_get_contents(): the whole file in memory on its way.
// Use it for small files that are changed as a whole.
// called: file_put_contents() of file_get_contents()
// durable: no
// mode: not kept

function copy_file(string $from, string $to): void
{
    $content = file_get_contents($from);
    if ($content === false || file_put_contents($to, $content) !== strlen($content)) {
        throw new RuntimeException("cannot copy $from to $to");
    }
}
