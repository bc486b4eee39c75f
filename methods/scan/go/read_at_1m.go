// ReadAt() of 1 MiB at a time into one buffer, integers summed where they lie.
// Use it when several goroutines read parts of one file: it neither uses nor moves the file's own place, and fills the
// buffer unless the file ends. A record that the end of a piece cuts is read once more.
// called: ReadAt() of 1 MiB at once

package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

const bufferBytes = 1 << 20

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
	buffer, offset := make([]byte, bufferBytes), int64(0)
	for {
		count, err := file.ReadAt(buffer, offset)
		if err != nil && err != io.EOF {
			return 0, 0, 0, err
		}
		more, of, rest, sumErr := sumOf(path, buffer[:count])
		if sumErr != nil {
			return 0, 0, 0, sumErr
		}
		integers, sum = integers+more, sum+of
		if err == io.EOF { // it comes with the last bytes
			return integers, sum, len(rest), nil
		}
		offset += int64(count - len(rest)) // the record that the seam cuts is read again, whole
	}
}
