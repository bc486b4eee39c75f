// syscall.Mmap() of the whole file, in which bytes.LastIndexByte() looks for newlines from the end.
// Use it when the file is mapped anyway: only pages that are touched are read.
// called: syscall.Mmap()
// tags: mapped
// decodes: no
// splits: at LF
// ending: dropped
// memory: the lines

package main

import (
	"bytes"
	"os"
	"syscall"
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
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	about, err := file.Stat()
	if err != nil || about.Size() == 0 { // an empty file cannot be mapped
		return 0, 0, 0, err
	}
	content, err := syscall.Mmap(int(file.Fd()), 0, int(about.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return 0, 0, 0, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	defer syscall.Munmap(content)
	lines, length, sum = addLines(lastLines(content, wanted))
	return lines, length, sum, nil
}
