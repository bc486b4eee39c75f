// zap: its core over a file kept open, with the message alone as line, each written at once.
// Use it for a program's own log, for its levels and its fields.
// called: zap
// needs: package zap
// visible: each record
// lock: none
// append: yes
// durable: no

package main

import (
	"os"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

func appendRecords(path string, next func() ([]byte, bool)) (written int, err error) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	lines := zapcore.NewConsoleEncoder(zapcore.EncoderConfig{
		MessageKey:     "message",
		SkipLineEnding: true, // the record carries its own ending
	})
	failed := &lastError{}
	logger := zap.New(zapcore.NewCore(lines, zapcore.Lock(file), zap.InfoLevel), zap.ErrorOutput(failed))
	for record, more := next(); more; record, more = next() {
		logger.Info(string(record))
		if failed.said != "" {
			return 0, &os.PathError{Op: "write", Path: path, Err: failed}
		}
		written++
	}
	return written, nil
}

// lastError keeps what zap says of a failed write, which it tells nobody else.
type lastError struct{ said string }

func (failed *lastError) Write(said []byte) (int, error) {
	failed.said = string(said)
	return len(said), nil
}

func (failed *lastError) Sync() error   { return nil }
func (failed *lastError) Error() string { return failed.said }
