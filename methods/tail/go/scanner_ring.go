// bufio.Scanner over all lines, of which the last ones are kept in a ring.
// Use it for what cannot be sought in, such as a pipe; every byte is read.
// called: a bufio.Scanner into a ring
// decodes: no
// splits: at LF
// ending: CRLF dropped
// memory: the lines

package main

import (
	"bufio"
	"math"
	"os"
)

func tailLines(path string, wanted int) (lines, length, sum int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	ring, count := make([][]byte, wanted), 0
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, math.MaxInt) // else a line of 64 KiB or more ends the loop
	for scanner.Scan() {
		at := count % wanted
		ring[at] = append(ring[at][:0], scanner.Bytes()...)
		count++
	}
	lines = min(count, wanted)
	for _, line := range ring[:lines] {
		length += len(line)
		if len(line) > 0 {
			sum += int(line[0]) + int(line[len(line)-1])
		}
	}
	return lines, length, sum, scanner.Err()
}
