// os.ReadFile(): the whole file is read at once, its integers summed where they lie.
// Use it when the file fits into memory and is gone through more than once.
// called: os.ReadFile()

package main

import (
	"encoding/binary"
	"fmt"
	"os"
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
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, 0, err
	}
	integers, sum, rest, err := sumOf(path, content)
	return integers, sum, len(rest), err
}
