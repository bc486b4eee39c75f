<?php

// What the adapters of jobs that send whole files to stdout have in common.

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

    // What is to be sent, so many times; bytes sent. With php.output_buffering each time ends with ob_flush(): what
    // stays in the buffer was not sent.
    abstract protected function send(string $path, int $iterations): int;
}
