// bufio.Scanner: each line without its end.
// Use it by default if no line has 64 KiB or more: such a line ends the loop, which only Err() tells.
// called: a bufio.Scanner
// decodes: no
// splits: at LF
// ending: CRLF dropped
// long: refused
// memory: a line

package main

import (
	"bufio"
	"os"
)

func readLines(path string) (lines, length, sum int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		line := scanner.Bytes() // Text() makes a string of each
		lines++
		length += len(line)
		if len(line) > 0 {
			sum += int(line[0]) + int(line[len(line)-1])
		}
	}
	return lines, length, sum, scanner.Err()
}
