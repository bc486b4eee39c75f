// bufio.Scanner with Buffer(): it begins with so many bytes, and grows with the longest line.
// Use it when a line may be of any length.
// called: a bufio.Scanner with a larger Buffer()
// parameters: buffer_bytes 4096..16777216
// decodes: no
// splits: at LF
// ending: CRLF dropped
// long: taken
// memory: a line

package main

import (
	"bufio"
	"math"
	"os"
)

const bufferBytes = 65536

func readLines(path string) (lines, length, sum int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(make([]byte, bufferBytes), math.MaxInt)
	for scanner.Scan() {
		line := scanner.Bytes()
		lines++
		length += len(line)
		if len(line) > 0 {
			sum += int(line[0]) + int(line[len(line)-1])
		}
	}
	return lines, length, sum, scanner.Err()
}
