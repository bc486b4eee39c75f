// ReadSlice('\n') of a bufio.Reader: each line is a part of its buffer, until the next is read.
// Use it when lines are only looked at; one that is longer than the buffer is an error.
// called: ReadSlice() of a bufio.Reader
// parameters: buffer_bytes 4096..16777216
// decodes: no
// splits: at LF
// ending: kept
// long: refused
// memory: a line

package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
)

const bufferBytes = 65536

func readLines(path string) (lines, length, sum int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	reader := bufio.NewReaderSize(file, bufferBytes)
	for {
		line, err := reader.ReadSlice('\n')
		if err != nil && err != io.EOF {
			return 0, 0, 0, err
		}
		if len(line) > 0 {
			lines++
			length += len(line)
			if text := bytes.TrimSuffix(line, []byte{'\n'}); len(text) > 0 {
				sum += int(text[0]) + int(text[len(text)-1])
			}
		}
		if err == io.EOF {
			return lines, length, sum, nil
		}
	}
}
