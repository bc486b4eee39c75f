<?php
// error_log() of type 3 for each record.
// Use it when a configured log is not at hand; each record opens and closes the file.
// called: error_log()
// tags: article
// visible: each record
// lock: none
// append: yes
// durable: no

function append(string $path, iterable $records): int
{
    $written = 0;
    foreach ($records as $record) {
        if (!error_log($record, 3, $path)) {
            throw new RuntimeException("cannot write to $path");
        }
        $written++;
    }
    return $written;
}
