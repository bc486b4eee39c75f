<?php
// file_put_contents() with FILE_APPEND for each record.
// Use it for a record now and then; each one opens and closes the file.
// tags: article
// visible: each record
// lock: none
// append: yes

function append(string $path, string $record, int $records): int
{
    $bytes = strlen($record);
    for ($written = 0; $written < $records; $written++) {
        if (file_put_contents($path, $record, FILE_APPEND) !== $bytes) {
            throw new RuntimeException("cannot write to $path");
        }
    }
    return $records;
}
