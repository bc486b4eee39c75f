// io.CopyBuffer() between two that can only read and write: pieces of 32 KiB, through one buffer.
// Use it to see what io.Copy() does if either end is wrapped, by a compressor or a limit, say.
// called: io.CopyBuffer() of 32 KiB

package main

import (
	"io"
	"os"
)

type onlyReader struct{ io.Reader }

type onlyWriter struct{ io.Writer }

func deliver(path string, sink io.Writer) (int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.CopyBuffer(onlyWriter{sink}, onlyReader{file}, make([]byte, 32<<10))
}
