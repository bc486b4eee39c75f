<?php
// Monolog: its BufferHandler, which keeps all messages until the end, and then has a StreamHandler write them.
// Use it when the messages of a request must stay together, and may be lost in a crash. It saves no system call:
// each message is still written by itself.
// called: Monolog with a BufferHandler
// needs: package monolog
// stamped: by a logger
// survives: no
// durable: no

use Monolog\Handler\BufferHandler;
use Monolog\Handler\StreamHandler;
use Monolog\Logger;

require_once 'Monolog/autoload.php'; // with Composer: vendor/autoload.php

function log_messages(string $path, iterable $messages): int
{
    $log = new Logger('messages', [new BufferHandler(new StreamHandler($path, Logger::INFO))]);
    $logged = 0;
    foreach ($messages as $message) {
        $log->info($message);
        $logged++;
    }
    $log->close();
    return $logged;
}
