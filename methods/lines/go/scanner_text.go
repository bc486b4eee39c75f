// bufio.Scanner with Text(): each line becomes a string of its own.
// Use it when lines are kept; what only looks at them is quicker with Bytes(). A line of 64 KiB or more ends the loop,
// which only Err() tells.
// called: a bufio.Scanner with Text()
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
		line := scanner.Text()
		lines++
		length += len(line)
		if line != "" {
			sum += int(line[0]) + int(line[len(line)-1])
		}
	}
	return lines, length, sum, scanner.Err()
}
