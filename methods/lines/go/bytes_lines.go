// os.ReadFile() and bytes.Lines(): the whole file, in which each line stays where it is.
// Use it when the file is small, with Go 1.24 or later.
// called: os.ReadFile() and bytes.Lines()
// decodes: no
// splits: at LF
// ending: kept
// long: taken
// memory: the file

package main

import (
	"bytes"
	"os"
)

func readLines(path string) (lines, length, sum int, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, 0, err
	}
	for line := range bytes.Lines(content) {
		lines++
		length += len(line)
		if text := bytes.TrimSuffix(line, []byte{'\n'}); len(text) > 0 {
			sum += int(text[0]) + int(text[len(text)-1])
		}
	}
	return lines, length, sum, nil
}
