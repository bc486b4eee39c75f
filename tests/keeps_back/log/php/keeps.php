<?php
// Keeps 100 messages back.
// Use it nowhere.
// stamped: no
// survives: kill
// durable: no

function log_messages(string $path, iterable $messages): int
{
    $log = fopen($path, 'a');
    $kept = [];
    $logged = 0;
    foreach ($messages as $message) {
        $kept[] = $message;
        if (count($kept) > 100) {
            fwrite($log, array_shift($kept) . "\n");
        }
        $logged++;
    }
    foreach ($kept as $message) {
        fwrite($log, "$message\n");
    }
    fclose($log);
    return $logged;
}
