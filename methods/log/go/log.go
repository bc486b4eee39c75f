// log: a Logger with its standard flags over a file that stays open, the level as its prefix; one write each.
// Use it for a program's own log if it needs no levels; as it comes, it tells nobody of a failed write.
// called: a log.Logger
// stamped: by a logger
// survives: kill
// durable: no

package main

import (
	"log"
	"os"
)

// logFile is a file that keeps the error of a failed write.
type logFile struct {
	*os.File
	failed error
}

func (file *logFile) Write(line []byte) (written int, err error) {
	if written, err = file.File.Write(line); err != nil {
		file.failed = err
	}
	return written, err
}

func logMessages(path string, next func() (string, bool)) (logged int, err error) {
	opened, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer opened.Close()
	file := &logFile{File: opened}
	logger := log.New(file, "INFO ", log.LstdFlags)
	for message, more := next(); more; message, more = next() {
		logger.Println(message)
		if file.failed != nil {
			return 0, file.failed
		}
		logged++
	}
	return logged, nil
}
