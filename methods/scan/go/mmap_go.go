// mmap-go: the file is mapped and its integers summed where they lie.
// Use it when the same program must map files on Windows, too; a file that another process cuts short meanwhile kills
// this one with SIGBUS.
// called: mmap-go
// tags: mapped
// needs: package mmap-go

package main

import (
	"encoding/binary"
	"fmt"
	"os"

	"github.com/edsrzf/mmap-go"
)

const mostIntegers = 512

func number(bytes []byte) int32 { return int32(binary.LittleEndian.Uint32(bytes)) }

// sumOf sums the whole records of a piece; it returns the bytes of a part record at its end, too.
func sumOf(path string, piece []byte) (integers int, sum int64, rest []byte, err error) {
	for len(piece) >= 4 {
		count := int(number(piece))
		if count < 0 || count > mostIntegers {
			return 0, 0, nil, fmt.Errorf("%s: a record of %d integers", path, count)
		}
		end := 4 + 4*count
		if end > len(piece) {
			break
		}
		record := piece[4:end]
		for ; len(record) >= 8; record = record[8:] {
			sum += int64(number(record)) + 2*int64(number(record[4:]))
		}
		if len(record) > 0 {
			sum += int64(number(record))
		}
		integers += count
		piece = piece[end:]
	}
	return integers, sum, piece, nil
}

func scan(path string) (integers int, sum int64, restBytes int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	found, err := file.Stat()
	if err != nil || found.Size() == 0 { // an empty file cannot be mapped
		return 0, 0, 0, err
	}
	content, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		return 0, 0, 0, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	defer content.Unmap()
	integers, sum, rest, err := sumOf(path, content)
	return integers, sum, len(rest), err
}
