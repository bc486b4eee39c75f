// ReadAt() from eight goroutines, each of which reads an eighth of the pieces.
// Use it when pieces come from a device, which does several at once; for what is in memory, on
// several CPUs only.
// called: ReadAt() from {readers} goroutines
// tags: threaded
// parameters: readers 1..64
// short: refused

package main

import (
	"bytes"
	"os"
	"sync"
)

const readers = 8

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
	var group sync.WaitGroup
	sums, errs := make([]int, readers), make([]error, readers)
	for reader := range readers {
		group.Add(1)
		go func() {
			defer group.Done()
			piece := make([]byte, pieceBytes)
			for at := reader; at < len(offsets); at += readers {
				if _, err := file.ReadAt(piece, int64(offsets[at])); err != nil {
					errs[reader] = err
					return
				}
				sums[reader] += sumOf(piece)
			}
		}()
	}
	group.Wait()
	for reader := range readers {
		if errs[reader] != nil {
			return 0, 0, errs[reader]
		}
		sum += sums[reader]
	}
	return len(offsets), sum, nil
}
