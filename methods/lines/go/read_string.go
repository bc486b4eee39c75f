// ReadString('\n') of a bufio.Reader: each line is a string with its newline.
// Use it when a line may be of any length and is kept; the last one comes together with io.EOF.
// called: ReadString() of a bufio.Reader
// parameters: buffer_bytes 4096..16777216
// decodes: no
// splits: at LF
// ending: kept
// long: taken
// memory: a line

package main

import (
	"bufio"
	"io"
	"os"
	"strings"
)

const bufferBytes = 4096

func readLines(path string) (lines, length, sum int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	reader := bufio.NewReaderSize(file, bufferBytes)
	for {
		line, err := reader.ReadString('\n')
		if line != "" {
			lines++
			length += len(line)
			if text := strings.TrimSuffix(line, "\n"); text != "" {
				sum += int(text[0]) + int(text[len(text)-1])
			}
		}
		if err == io.EOF {
			return lines, length, sum, nil
		}
		if err != nil {
			return 0, 0, 0, err
		}
	}
}
