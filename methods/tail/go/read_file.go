// os.ReadFile(), and bytes.LastIndexByte() from the end.
// Use it for a small file that is needed as a whole, too.
// called: os.ReadFile()
// decodes: no
// splits: at LF
// ending: dropped
// memory: the file

package main

import (
	"bytes"
	"os"
)

// addLines counts the lines of a text, the last of which may have no end.
func addLines(text []byte) (lines, length, sum int) {
	for len(text) > 0 {
		line := text
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		lines++
		length += len(line)
		if len(line) > 0 {
			sum += int(line[0]) + int(line[len(line)-1])
		}
	}
	return lines, length, sum
}

// lastLines returns the end of a text, with so many newlines before its last byte.
func lastLines(text []byte, wanted int) []byte {
	begin := len(text) - 1 // the last byte is of the last line, be it its end
	for ; wanted > 0 && begin > 0; wanted-- {
		begin = bytes.LastIndexByte(text[:begin], '\n')
	}
	if begin < 0 || wanted > 0 {
		return text
	}
	return text[begin+1:]
}

func tailLines(path string, wanted int) (lines, length, sum int, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, 0, err
	}
	lines, length, sum = addLines(lastLines(content, wanted))
	return lines, length, sum, nil
}
