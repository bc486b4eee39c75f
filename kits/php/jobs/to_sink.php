<?php

// An adapter of a job that sends a whole file to stdout; what is left to the job is to call its method's function.

declare(strict_types=1);

abstract class ToSink extends Adapter
{
    private string $input;
    private string $leadInput;

    public function prepare(Pairs $pairs): void
    {
        $this->input = $pairs->text('input');
        $this->leadInput = $pairs->text('lead_input');
    }

    public function leadIn(int $iterations): void
    {
        $this->send($this->leadInput, $iterations);
    }

    public function iterate(int $iterations): int
    {
        return $this->send($this->input, $iterations);
    }

    public function check(Pairs $pairs): array
    {
        return ['work' => $this->iterate(1)];
    }

    // The file so many times; bytes sent. With php.output_buffering each time ends with ob_flush(): what stays in
    // the buffer was not sent.
    abstract protected function send(string $path, int $iterations): int;
}
