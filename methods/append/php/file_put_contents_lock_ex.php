<?php
// file_put_contents() with FILE_APPEND and LOCK_EX for each record.
// Use it for a record now and then from several processes that all do likewise.
// called: file_put_contents() with LOCK_EX
// visible: each record
// lock: record
// append: yes
// durable: no

function append(string $path, iterable $records): int
{
    $written = 0;
    foreach ($records as $record) {
        if (file_put_contents($path, $record, FILE_APPEND | LOCK_EX) !== strlen($record)) {
            throw new RuntimeException("cannot write to $path");
        }
        $written++;
    }
    return $written;
}
