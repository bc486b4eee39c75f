// Seek() and io.ReadFull() for each piece.
// Use it for what is no file and can be sought in: two calls each, and no two goroutines may use it
// at once.
// called: Seek() and io.ReadFull()
// short: refused

package main

import (
	"bytes"
	"io"
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
		if _, err := file.Seek(int64(offset), io.SeekStart); err != nil {
			return 0, 0, err
		}
		if _, err := io.ReadFull(file, piece); err != nil {
			return 0, 0, err
		}
		sum += sumOf(piece)
	}
	return len(offsets), sum, nil
}
