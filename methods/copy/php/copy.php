<?php
// copy(): one call, which asks the kernel to copy if it can.
// Use it unless something speaks against it.
// tags: untouched
// durable: no
// mode: not kept

function copy_file(string $from, string $to): void
{
    if (!copy($from, $to)) {
        throw new RuntimeException("cannot copy $from to $to");
    }
}
