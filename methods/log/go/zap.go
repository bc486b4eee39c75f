// zap: the JSON encoder of its production configuration over a file that stays open; one write each.
// Use it for a program's own log, for its levels and its fields. zap.NewProduction() drops most of many equal messages;
// this does not. As it comes, it prints a failed write to stderr and goes on.
// called: zap
// needs: package zap
// stamped: by a logger
// survives: kill
// durable: no

package main

import (
	"os"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
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
	lines := zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig())
	logger := zap.New(zapcore.NewCore(lines, zapcore.Lock(file), zap.InfoLevel))
	for message, more := next(); more; message, more = next() {
		logger.Info(message)
		if file.failed != nil {
			return 0, file.failed
		}
		logged++
	}
	return logged, nil
}
