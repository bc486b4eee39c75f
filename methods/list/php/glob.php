<?php
// glob(): all paths that match a pattern, sorted.
// Use it when you want a pattern; names that begin with a dot are left out. The folder's own name must be escaped,
// which the article's code does not do: it finds nothing in a folder whose path has brackets.
// called: glob()
// tags: article
// sorted: yes
// yields: paths
// hidden: no
// dots: no

function list_folder(string $folder): array
{
    $pattern = addcslashes($folder, '*?[]\\{}') . '/*';
    $paths = glob($pattern);
    if ($paths === false) {
        throw new RuntimeException("cannot list $folder");
    }
    return $paths;
}
