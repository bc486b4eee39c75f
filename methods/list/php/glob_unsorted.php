<?php
// glob() with GLOB_NOSORT: all paths that match a pattern, as the system gives them.
// Use it when you want a pattern; names that begin with a dot are left out. The folder's own name must be escaped,
// which the article's code does not do: it finds nothing in a folder whose path has brackets.
// called: glob() with GLOB_NOSORT
// tags: article
// sorted: no
// yields: paths
// hidden: no
// dots: no

function list_folder(string $folder): array
{
    $pattern = addcslashes($folder, '*?[]\\{}') . '/*';
    $paths = glob($pattern, GLOB_NOSORT);
    if ($paths === false) {
        throw new RuntimeException("cannot list $folder");
    }
    return $paths;
}
