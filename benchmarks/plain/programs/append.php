<?php

// Write records to fresh logs, as the articles on logging and on a RAM drive compare it.
//     php append.php METHOD FOLDER TEXT RECORDS SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

declare(strict_types=1);

function open_once(string $log, string $text, int $records, string $mode): void
{
    $out = fopen($log, $mode);
    for ($i = 0; $i < $records; $i++) {
        fwrite($out, $text);
    }
    fclose($out);
}

function open_each(string $log, string $text, int $records): void
{
    for ($i = 0; $i < $records; $i++) {
        $out = fopen($log, 'a+');
        fwrite($out, $text);
        fclose($out);
    }
}

function put_contents(string $log, string $text, int $records): void
{
    for ($i = 0; $i < $records; $i++) {
        file_put_contents($log, $text, FILE_APPEND);
    }
}

function lock_each(string $log, string $text, int $records, bool $blocking): void
{
    $out = fopen($log, 'a+');
    if (!$blocking) {
        stream_set_blocking($out, false);
    }
    for ($i = 0; $i < $records; $i++) {
        if (flock($out, LOCK_EX)) {
            fwrite($out, $text);
        }
        flock($out, LOCK_UN);
    }
    fclose($out);
}

function lock_whole(string $log, string $text, int $records): void
{
    $out = fopen($log, 'a+');
    flock($out, LOCK_EX);
    for ($i = 0; $i < $records; $i++) {
        fwrite($out, $text);
    }
    flock($out, LOCK_UN);
    fclose($out);
}

function log_error(string $log, string $text, int $records): void
{
    for ($i = 0; $i < $records; $i++) {
        error_log($text, 3, $log);
    }
}

/** The nanoseconds for which this process has waited for a CPU that others had; a dash if the system does not tell. */
function waited_ns(): int|string
{
    $told = @file_get_contents('/proc/self/schedstat');
    return $told === false ? '-' : (int) explode(' ', $told)[1];
}

/** Take blocks of memory and give them back in another order, as a program does that has worked before. */
function use_memory(int $blocks): void
{
    $held = [];
    for ($i = 0; $i < $blocks; $i++) {
        $held[] = str_repeat('x', 1 + $i * 37 % 120);
    }
    shuffle($held);
    foreach (array_keys($held) as $key) {
        unset($held[$key]);
    }
}

$methods = [
    'keep_open' => fn (string $log, string $text, int $records) => open_once($log, $text, $records, 'a+'),
    'keep_open_truncate' => fn (string $log, string $text, int $records) => open_once($log, $text, $records, 'w'),
    'reopen' => open_each(...),
    'file_put_contents' => put_contents(...),
    'flock_each' => fn (string $log, string $text, int $records) => lock_each($log, $text, $records, true),
    'nonblocking_flock_each' => fn (string $log, string $text, int $records) => lock_each($log, $text, $records, false),
    'flock_whole' => lock_whole(...),
    'error_log' => log_error(...),
];

/** Have the neighbour on our stdin work for a while, and wait until it is done. */
function let_work($neighbour): void
{
    if (fwrite($neighbour, 'w') !== 1 || fread($neighbour, 1) === '') {
        throw new RuntimeException('the neighbour does not answer');
    }
}

if ($argc < 11) {
    echo implode("\n", array_keys($methods)), "\n";
    exit($argc === 1 ? 0 : 2);
}
[, $name, $folder, $text, $records, $samples, $turns, $untimed, $used, $hasNeighbour, $fewer] = $argv;
$neighbour = $hasNeighbour ? fopen('php://fd/0', 'r+') : null;
$method = $methods[$name];
use_memory((int) $used);
for ($turn = 0; $turn < (int) $untimed; $turn++) {
    touch("$folder/untimed.$turn");
    $method("$folder/untimed.$turn", $text, (int) $records);
}
for ($sample = 0; $sample < (int) $samples; $sample++) {
    if ($neighbour) {
        let_work($neighbour);
    }
    for ($turn = 0; $fewer && $turn < (int) $turns; $turn++) {
        touch("$folder/fewer.$sample.$turn");
        $method("$folder/fewer.$sample.$turn", $text, (int) $fewer);
    }
    $logs = [];
    for ($turn = 0; $turn < (int) $turns; $turn++) {
        touch($logs[] = "$folder/log.$sample.$turn");
    }
    $waited = waited_ns();
    $begun = hrtime(true);
    foreach ($logs as $log) {
        $method($log, $text, (int) $records);
    }
    $took = hrtime(true) - $begun;
    $waited = $waited === '-' ? '-' : waited_ns() - $waited;
    fwrite(STDERR, "$took $waited\n");
}
