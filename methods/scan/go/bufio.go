// A bufio.Reader of 4 KiB: the count of a record, then its integers, each by io.ReadFull().
// Use it when records are read one at a time; a larger buffer spares calls.
// called: a bufio.Reader of 4 KiB

package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

const mostIntegers = 512

func number(bytes []byte) int64 { return int64(int32(binary.LittleEndian.Uint32(bytes))) }

func scan(path string) (integers int, sum int64, restBytes int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	reader, record := bufio.NewReader(file), make([]byte, 4*(1+mostIntegers))
	for {
		head, err := io.ReadFull(reader, record[:4])
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return integers, sum, head, nil
		}
		if err != nil {
			return 0, 0, 0, err
		}
		count := int(number(record))
		if count < 0 || count > mostIntegers {
			return 0, 0, 0, fmt.Errorf("%s: a record of %d integers", path, count)
		}
		body := record[4 : 4+4*count]
		got, err := io.ReadFull(reader, body)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return integers, sum, head + got, nil
		}
		if err != nil {
			return 0, 0, 0, err
		}
		for ; len(body) >= 8; body = body[8:] {
			sum += number(body) + 2*number(body[4:])
		}
		if len(body) > 0 {
			sum += number(body)
		}
		integers += count
	}
}
