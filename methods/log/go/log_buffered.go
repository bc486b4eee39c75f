// log: a Logger with its standard flags over a bufio.Writer of 4 KiB, flushed at the end.
// Use it when messages are many and the last ones may be lost; a failed write is told at the end.
// called: a log.Logger over a bufio.Writer
// stamped: by a logger
// survives: no
// durable: no

package main

import (
	"bufio"
	"log"
	"os"
)

func logMessages(path string, next func() (string, bool)) (logged int, err error) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	buffer := bufio.NewWriter(file)
	logger := log.New(buffer, "INFO ", log.LstdFlags)
	for message, more := next(); more; message, more = next() {
		logger.Println(message)
		logged++
	}
	return logged, buffer.Flush() // or the first error of all that were written before
}
