// A bufio.Writer over a file that stays open, flushed after each record.
// Use it when a record is put together by several writes and must be seen at once, as one call.
// called: a bufio.Writer, flushed for each record
// visible: each record
// lock: none
// append: yes
// durable: no

package main

import (
	"bufio"
	"os"
)

func appendRecords(path string, next func() ([]byte, bool)) (written int, err error) {
	log, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	buffer := bufio.NewWriter(log)
	for record, more := next(); more; record, more = next() {
		if _, err := buffer.Write(record); err != nil {
			return 0, err
		}
		if err := buffer.Flush(); err != nil {
			return 0, err
		}
		written++
	}
	return written, buffer.Flush()
}
