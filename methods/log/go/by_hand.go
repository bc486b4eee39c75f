// fmt.Fprintf() to a file that stays open, the time and the level put before the message by hand.
// Use it in a small program that needs a log and no logger; each line is one call.
// called: fmt.Fprintf() with the time
// stamped: by hand
// survives: kill
// durable: no

package main

import (
	"fmt"
	"os"
	"time"
)

func logMessages(path string, next func() (string, bool)) (logged int, err error) {
	log, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	for message, more := next(); more; message, more = next() {
		now := time.Now().Format("2006-01-02 15:04:05.000")
		if _, err := fmt.Fprintf(log, "%s INFO %s\n", now, message); err != nil {
			return 0, err
		}
		logged++
	}
	return logged, nil
}
