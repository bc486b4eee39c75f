// io.CopyBuffer() between two that can only read and write: pieces of 8 KiB, through one buffer.
// Use it when memory is short, as with very many clients at once; io.Copy() takes 32 KiB for each.
// called: io.CopyBuffer() of 8 KiB

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
	return io.CopyBuffer(onlyWriter{sink}, onlyReader{file}, make([]byte, 8<<10))
}
