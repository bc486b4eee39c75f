// Write() of the message and a newline to a file that stays open: the least that a line of a log can cost.
// Use it as the measure of a logger, or for a log that needs neither time nor level.
// called: Write() of the message alone
// stamped: no
// survives: kill
// durable: no

package main

import "os"

func logMessages(path string, next func() (string, bool)) (logged int, err error) {
	log, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	for message, more := next(); more; message, more = next() {
		if _, err := log.WriteString(message + "\n"); err != nil {
			return 0, err
		}
		logged++
	}
	return logged, nil
}
