// os.ReadFile() and strings.Split(): the whole file twice, then all lines in a slice.
// Use it when the file is small, and the lines are wanted more than once; what comes after the last newline is a line to
// it, be it empty.
// called: os.ReadFile() and strings.Split()
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: the file

package main

import (
	"os"
	"strings"
)

func readLines(path string) (lines, length, sum int, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, 0, err
	}
	all := strings.Split(string(content), "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	for _, line := range all {
		length += len(line)
		if line != "" {
			sum += int(line[0]) + int(line[len(line)-1])
		}
	}
	return len(all), length, sum, nil
}
