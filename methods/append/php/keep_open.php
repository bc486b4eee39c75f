<?php
// Open once, write each record, close at the end.
// Use it for a log of one process: PHP hands each fwrite() to the system at once, so every record can be seen.
// tags: article
// visible: each record
// lock: none
// append: yes

function append(string $path, string $record, int $records): int
{
    $log = fopen($path, 'a+');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    $bytes = strlen($record);
    for ($written = 0; $written < $records; $written++) {
        if (fwrite($log, $record) !== $bytes) {
            throw new RuntimeException("cannot write to $path");
        }
    }
    fclose($log);
    return $records;
}
