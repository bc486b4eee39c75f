<?php
// file_put_contents() with FILE_APPEND for each record.
// Use it as reopen_each, in one call.
// called: file_put_contents() for each record
// visible: each record

function append_many(array $paths, array $turns, string $record): int
{
    $bytes = strlen($record);
    foreach ($turns as $turn) {
        if (file_put_contents($paths[$turn], $record, FILE_APPEND) !== $bytes) {
            throw new RuntimeException("cannot write to $paths[$turn]");
        }
    }
    return count($turns);
}
