<?php
// The records of each log are gathered in memory; at the end each log is opened once and written to once.
// Use it when the records may be lost in a crash and nobody reads the logs meanwhile.
// called: gathering each log in memory
// visible: at the end

function append_many(array $paths, array $turns, string $record): int
{
    $gathered = [];
    foreach ($turns as $turn) {
        $gathered[$turn] = ($gathered[$turn] ?? '') . $record;
    }
    foreach ($gathered as $turn => $records) {
        if (file_put_contents($paths[$turn], $records, FILE_APPEND) !== strlen($records)) {
            throw new RuntimeException("cannot write to $paths[$turn]");
        }
    }
    return count($turns);
}
