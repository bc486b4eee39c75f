<?php
// file_put_contents() with FILE_APPEND and LOCK_EX for each record.
// Use it for a record now and then from several processes that all do likewise.
// visible: each record
// lock: record
// append: yes

function append(string $path, string $record, int $records): int
{
    $bytes = strlen($record);
    for ($written = 0; $written < $records; $written++) {
        if (file_put_contents($path, $record, FILE_APPEND | LOCK_EX) !== $bytes) {
            throw new RuntimeException("cannot write to $path");
        }
    }
    return $records;
}
