<?php
// The part that all programs share: it looks at the signature of a link, and ends the request if that is not right.

function file_of_this_request(): string
{
    $name = basename($_SERVER['PATH_INFO'] ?? '');
    $right = hash_hmac('sha256', $name, getenv('DOWNLOAD_KEY'));
    if (!hash_equals($right, (string) ($_GET['signature'] ?? ''))) {
        http_response_code(403);
        exit("This link is not signed.\n");
    }
    if (!is_file("/srv/files/$name")) {
        http_response_code(404);
        exit("There is no such file.\n");
    }
    return "/srv/files/$name";
}
