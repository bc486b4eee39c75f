<?php
// Open once with 'w', which empties the file, write each record, close at the end.
// Use it for a file that one writer makes anew; two writers overwrite each other.
// tags: article
// visible: each record
// lock: none
// append: no

function append(string $path, string $record, int $records): int
{
    $log = fopen($path, 'w');
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
