<?php
// Open, write and close for each record.
// Use it when the file may be moved away at any time; each record costs an open.
// tags: article
// visible: each record
// lock: none
// append: yes

function append(string $path, string $record, int $records): int
{
    $bytes = strlen($record);
    for ($written = 0; $written < $records; $written++) {
        $log = fopen($path, 'a+');
        if ($log === false) {
            throw new RuntimeException("cannot open $path");
        }
        if (fwrite($log, $record) !== $bytes) {
            throw new RuntimeException("cannot write to $path");
        }
        fclose($log);
    }
    return $records;
}
