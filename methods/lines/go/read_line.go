// ReadLine() of a bufio.Reader: each line without its end, a long one in pieces, which are put together here.
// Use it when most lines fit into the buffer, and a longer one must not be an error.
// called: ReadLine() of a bufio.Reader
// parameters: buffer_bytes 4096..16777216
// decodes: no
// splits: at LF
// ending: CRLF dropped
// long: taken
// memory: a line

package main

import (
	"bufio"
	"io"
	"os"
)

const bufferBytes = 4096

// readWhole returns a line, which lies in the reader's buffer if it fits there, and else in long.
func readWhole(reader *bufio.Reader, long []byte) (line, larger []byte, err error) {
	line, isPrefix, err := reader.ReadLine()
	if !isPrefix {
		return line, long, err
	}
	for long = long[:0]; isPrefix && err == nil; line, isPrefix, err = reader.ReadLine() {
		long = append(long, line...)
	}
	if err == io.EOF { // the file ends with the last piece
		return long, long, nil
	}
	long = append(long, line...)
	return long, long, err
}

func readLines(path string) (lines, length, sum int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	reader := bufio.NewReaderSize(file, bufferBytes)
	var line, long []byte
	for {
		line, long, err = readWhole(reader, long)
		if err == io.EOF {
			return lines, length, sum, nil
		}
		if err != nil {
			return 0, 0, 0, err
		}
		lines++
		length += len(line)
		if len(line) > 0 {
			sum += int(line[0]) + int(line[len(line)-1])
		}
	}
}
