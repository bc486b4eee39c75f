<?php
// file_put_contents() with FILE_APPEND for each record.
// Use it for a record now and then; each one opens and closes the file.
// called: file_put_contents() for each record
// tags: article
// visible: each record
// lock: none
// append: yes
// durable: no

function append(string $path, iterable $records): int
{
    $written = 0;
    foreach ($records as $record) {
        if (file_put_contents($path, $record, FILE_APPEND) !== strlen($record)) {
            throw new RuntimeException("cannot write to $path");
        }
        $written++;
    }
    return $written;
}
