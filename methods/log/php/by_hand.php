<?php
// fwrite() of a line to a log that is kept open, the time of date() and the level put before the message by hand.
// Use it in a script that needs a log and no logger: PHP hands each line to the system at once.
// called: date() and fwrite() to a log kept open
// stamped: by hand
// survives: kill
// durable: no

function log_messages(string $path, iterable $messages): int
{
    $log = fopen($path, 'a');
    if ($log === false) {
        throw new RuntimeException("cannot open $path");
    }
    $logged = 0;
    foreach ($messages as $message) {
        $line = date('Y-m-d H:i:s') . " INFO $message\n";
        if (fwrite($log, $line) !== strlen($line)) {
            throw new RuntimeException("cannot write to $path");
        }
        $logged++;
    }
    fclose($log);
    return $logged;
}
