// syscall.Mmap() of the whole file, in which bytes.IndexByte() finds the lines.
// Use it when lines are wanted in place, as long as nobody cuts the file short: that ends the program with SIGBUS.
// called: syscall.Mmap() and bytes.IndexByte()
// tags: mapped
// decodes: no
// splits: at LF
// ending: dropped
// long: taken
// memory: a line

package main

import (
	"bytes"
	"os"
	"syscall"
)

func readLines(path string) (lines, length, sum int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	found, err := file.Stat()
	if err != nil || found.Size() == 0 { // an empty file cannot be mapped
		return 0, 0, 0, err
	}
	content, err := syscall.Mmap(int(file.Fd()), 0, int(found.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return 0, 0, 0, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	defer syscall.Munmap(content)
	for rest := content; len(rest) > 0; {
		line := rest
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			line, rest = rest[:end], rest[end+1:]
		} else {
			rest = nil
		}
		lines++
		length += len(line)
		if len(line) > 0 {
			sum += int(line[0]) + int(line[len(line)-1])
		}
	}
	return lines, length, sum, nil
}
