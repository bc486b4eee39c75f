<?php

// Deliver a file to stdout, as the article on readfile() compares it.
//     php deliver.php METHOD FILE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

declare(strict_types=1);

function readfile_once(string $path): void
{
    readfile($path);
}

function fpassthru_once(string $path): void
{
    $in = fopen($path, 'rb');
    fpassthru($in);
    fclose($in);
}

function stream_copy(string $path): void
{
    $in = fopen($path, 'rb');
    $out = fopen('php://output', 'a');
    stream_copy_to_stream($in, $out);
    fclose($out);
    fclose($in);
}

function print_pieces(string $path, int $size): void
{
    $in = fopen($path, 'rb');
    while (!feof($in)) {
        print fread($in, $size);
    }
    fclose($in);
}

function whole(string $path): void
{
    print file_get_contents($path);
}

function buffered(string $path): void
{
    ob_start();
    readfile($path);
    ob_end_flush();
}

/** The CPU time of this process and of the reader of its output; null if nobody named the reader or it is not told. */
function busy_ns(): ?int
{
    $told = @file_get_contents('/proc/' . (getenv('PLAIN_READER') ?: 'none') . '/schedstat');
    if ($told === false) {
        return null;
    }
    $own = getrusage();
    $own_us = 1_000_000 * ($own['ru_utime.tv_sec'] + $own['ru_stime.tv_sec'])
        + $own['ru_utime.tv_usec'] + $own['ru_stime.tv_usec'];
    return 1000 * $own_us + (int) explode(' ', $told)[0];
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
    'readfile' => readfile_once(...),
    'fpassthru' => fpassthru_once(...),
    'stream_copy_to_stream' => stream_copy(...),
    'fread_1k' => fn (string $path) => print_pieces($path, 1024),
    'fread_8k' => fn (string $path) => print_pieces($path, 8192),
    'fread_64k' => fn (string $path) => print_pieces($path, 65536),
    'file_get_contents' => whole(...),
    'readfile_output_buffered' => buffered(...),
];

/** Have the neighbour on our stdin work for a while, and wait until it is done. */
function let_work($neighbour): void
{
    if (fwrite($neighbour, 'w') !== 1 || fread($neighbour, 1) === '') {
        throw new RuntimeException('the neighbour does not answer');
    }
}

if ($argc < 9) {
    echo implode("\n", array_keys($methods)), "\n";
    exit($argc === 1 ? 0 : 2);
}
[, $name, $path, $samples, $turns, $untimed, $used, $hasNeighbour, $smaller] = $argv;
$neighbour = $hasNeighbour ? fopen('php://fd/0', 'r+') : null;
$method = $methods[$name];
use_memory((int) $used);
for ($turn = 0; $turn < (int) $untimed; $turn++) {
    $method($path);
}
for ($sample = 0; $sample < (int) $samples; $sample++) {
    if ($neighbour) {
        let_work($neighbour);
    }
    for ($turn = 0; $smaller && $turn < (int) $turns; $turn++) {
        $method($smaller);
    }
    $busy = busy_ns();
    $begun = hrtime(true);
    for ($turn = 0; $turn < (int) $turns; $turn++) {
        $method($path);
    }
    $took = hrtime(true) - $begun;
    $waited = $busy === null ? '-' : max(0, $took - (busy_ns() - $busy));
    fwrite(STDERR, "$took $waited\n");
}
