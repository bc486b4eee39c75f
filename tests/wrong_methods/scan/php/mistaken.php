<?php
// Calls what is not there.
// For the tests of what a kit makes of it.

function scan(string $path): array
{
    return no_such_function($path);
}
