// zap: the JSON encoder of its production configuration over a BufferedWriteSyncer, which keeps 256 KiB for up to 30 s.
// Use it when messages are many and the last ones may be lost. Its Stop() syncs the file.
// called: zap over a BufferedWriteSyncer
// tags: by-name
// needs: package zap
// stamped: by a logger
// survives: no
// durable: at the end

package main

import (
	"os"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

func logMessages(path string, next func() (string, bool)) (logged int, err error) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	lines := zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig())
	buffer := &zapcore.BufferedWriteSyncer{WS: file}
	logger := zap.New(zapcore.NewCore(lines, buffer, zap.InfoLevel))
	for message, more := next(); more; message, more = next() {
		logger.Info(message)
		logged++
	}
	return logged, buffer.Stop() // or the first error of all that were written before
}
