// log/slog: its TextHandler over a file that stays open, as it comes; one write each.
// Use it for a program's own log, for its levels and its attributes. As it comes, it tells nobody of a failed write.
// called: slog's TextHandler
// needs: version 1.21
// stamped: by a logger
// survives: kill
// durable: no

package main

import (
	"log/slog"
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
	logger := slog.New(slog.NewTextHandler(file, nil))
	for message, more := next(); more; message, more = next() {
		logger.Info(message)
		if file.failed != nil {
			return 0, file.failed
		}
		logged++
	}
	return logged, nil
}
