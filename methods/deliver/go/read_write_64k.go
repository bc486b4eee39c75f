// Read() and Write(): the file in pieces of 64 KiB, through one buffer.
// Use it when you look at the bytes on the way.
// called: Read() and Write() of 64 KiB

package main

import (
	"io"
	"os"
)

func deliver(path string, sink io.Writer) (sent int64, err error) {
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
		if _, err := sink.Write(buffer[:count]); err != nil {
			return sent, err
		}
		sent += int64(count)
	}
}
