<?php
// SplFileObject::fwrite() for each record.
// Use it when the log is an object already.
// visible: each record
// lock: none
// append: yes

function append(string $path, string $record, int $records): int
{
    $log = new SplFileObject($path, 'a');
    $bytes = strlen($record);
    for ($written = 0; $written < $records; $written++) {
        if ($log->fwrite($record) !== $bytes) {
            throw new RuntimeException("cannot write to $path");
        }
    }
    return $records;
}
