// syscall.Mmap() of the whole file, in which each piece is looked at where it lies.
// Use it when the file stays in memory and is mapped once for long; one that another process cuts
// short meanwhile kills this one with SIGBUS.
// called: syscall.Mmap()
// tags: mapped
// short: refused

package main

import (
	"bytes"
	"io"
	"os"
	"syscall"
)

// sumOf returns what a piece adds.
func sumOf(piece []byte) int {
	return bytes.Count(piece, []byte{'\n'}) + int(piece[0]) + int(piece[len(piece)-1])
}

func readAt(path string, offsets []int, pieceBytes int) (reads, sum int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	about, err := file.Stat()
	if err != nil {
		return 0, 0, err
	}
	content, err := syscall.Mmap(int(file.Fd()), 0, int(about.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return 0, 0, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	defer syscall.Munmap(content)
	for _, offset := range offsets {
		if offset+pieceBytes > len(content) {
			return 0, 0, io.ErrUnexpectedEOF
		}
		sum += sumOf(content[offset : offset+pieceBytes])
	}
	return len(offsets), sum, nil
}
