// Read(), a table of 256 bytes, Write(): pieces of 64 KiB, changed where they lie.
// Use it when every byte maps to one byte; changes that span bytes need to carry over the seams.
// called: Read() and Write() of 64 KiB

package main

import (
	"io"
	"os"
)

var rot13 = func() (table [256]byte) {
	for index := range table {
		table[index] = byte(index)
	}
	for letter := 0; letter < 26; letter++ {
		table['A'+letter] = byte('A' + (letter+13)%26)
		table['a'+letter] = byte('a' + (letter+13)%26)
	}
	return table
}()

func transform(path string, sink io.Writer) (sent int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	buffer := make([]byte, 64<<10)
	for {
		count, err := file.Read(buffer)
		if err == io.EOF {
			return sent, nil
		}
		if err != nil {
			return sent, err
		}
		for index, letter := range buffer[:count] {
			buffer[index] = rot13[letter]
		}
		if _, err := sink.Write(buffer[:count]); err != nil {
			return sent, err
		}
		sent += int64(count)
	}
}
