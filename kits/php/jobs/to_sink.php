<?php

// The common part of adapters of jobs that send whole files to stdout.

declare(strict_types=1);

abstract class ToSink extends Adapter
{
    private string $input;

    public function prepare(Pairs $pairs): void
    {
        $this->input = $pairs->ownText('input');
    }

    public function iterate(int $iterations): int
    {
        return $this->send($this->input, $iterations);
    }

    // Send the file so many times; return the bytes sent. With php.output_buffering each time ends with ob_flush(),
    // since bytes that stay in the buffer were not sent.
    abstract protected function send(string $path, int $iterations): int;
}
