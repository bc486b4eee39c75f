<?php

// List a folder, as the article on listing compares it.
//     php list.php METHOD FOLDER SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.

declare(strict_types=1);

function iterator(string $folder): array
{
    $entries = [];
    foreach (new DirectoryIterator($folder) as $entry) {
        $entries[] = $entry;
    }
    return $entries;
}

function iterator_names(string $folder): array
{
    $names = [];
    foreach (new DirectoryIterator($folder) as $entry) {
        $names[] = $entry->getFilename();
    }
    return $names;
}

function read_each(string $folder): array
{
    $names = [];
    $opened = opendir($folder);
    while (false !== $name = readdir($opened)) {
        $names[] = $name;
    }
    closedir($opened);
    return $names;
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
    'directory_iterator_as_published' => iterator(...),
    'directory_iterator' => iterator_names(...),
    'readdir' => read_each(...),
    'scandir' => fn (string $folder): array => scandir($folder),
    'scandir_unsorted' => fn (string $folder): array => scandir($folder, SCANDIR_SORT_NONE),
    'glob' => fn (string $folder): array => glob("$folder/*"),
    'glob_unsorted' => fn (string $folder): array => glob("$folder/*", GLOB_NOSORT),
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
[, $name, $folder, $samples, $turns, $untimed, $used, $hasNeighbour, $smaller] = $argv;
$neighbour = $hasNeighbour ? fopen('php://fd/0', 'r+') : null;
$method = $methods[$name];
use_memory((int) $used);
for ($turn = 0; $turn < (int) $untimed; $turn++) {
    count($method($folder));
}
for ($sample = 0; $sample < (int) $samples; $sample++) {
    if ($neighbour) {
        let_work($neighbour);
    }
    for ($turn = 0; $smaller && $turn < (int) $turns; $turn++) {
        count($method($smaller));
    }
    $entries = 0;
    $waited = waited_ns();
    $begun = hrtime(true);
    for ($turn = 0; $turn < (int) $turns; $turn++) {
        $entries += count($method($folder));
    }
    $took = hrtime(true) - $begun;
    $waited = $waited === '-' ? '-' : waited_ns() - $waited;
    fwrite(STDERR, "$took $waited $entries\n");
}
echo implode("\n", $method($folder)), "\n";
