<?php
// Finds that the file holds no records.
// For the tests of what a kit makes of it.

function scan(string $path): array
{
    throw new RuntimeException("$path holds no records");
}
