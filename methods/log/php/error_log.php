<?php
// error_log() of type 3, the time of date() and the level put before the message by hand.
// Use it when a configured log is not at hand; each message opens and closes the file.
// called: date() and error_log()
// stamped: by hand
// survives: kill
// durable: no

function log_messages(string $path, iterable $messages): int
{
    $logged = 0;
    foreach ($messages as $message) {
        if (!error_log(date('Y-m-d H:i:s') . " INFO $message\n", 3, $path)) {
            throw new RuntimeException("cannot write to $path");
        }
        $logged++;
    }
    return $logged;
}
