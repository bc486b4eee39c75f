<?php
// file_get_contents() of the whole file, then substr_count(). Change it to what you have in mind.

function run(string $path): int
{
    return substr_count(file_get_contents($path), "\n");
}
