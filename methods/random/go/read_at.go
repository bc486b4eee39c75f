// ReadAt() of each piece.
// Use it by default: one call each, and goroutines may share the file; a piece that the end cuts is
// io.EOF.
// called: ReadAt()
// short: refused

package main

import (
	"bytes"
	"os"
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
	piece := make([]byte, pieceBytes)
	for _, offset := range offsets {
		if _, err := file.ReadAt(piece, int64(offset)); err != nil {
			return 0, 0, err
		}
		sum += sumOf(piece)
	}
	return len(offsets), sum, nil
}
