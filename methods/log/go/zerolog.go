// zerolog: a Logger with the time over a file that stays open, a line of JSON each; one write each.
// Use it for a program's own log, for its levels and its fields, which cost no garbage; as it comes, it prints a failed
// write to stderr and goes on.
// called: zerolog
// needs: package zerolog
// stamped: by a logger
// survives: kill
// durable: no

package main

import (
	"os"

	"github.com/rs/zerolog"
)

func logMessages(path string, next func() (string, bool)) (logged int, err error) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	var failed error
	zerolog.ErrorHandler = func(err error) { failed = err }
	logger := zerolog.New(file).With().Timestamp().Logger()
	for message, more := next(); more; message, more = next() {
		logger.Info().Msg(message)
		if failed != nil {
			return 0, failed
		}
		logged++
	}
	return logged, nil
}
