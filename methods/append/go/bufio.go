// A bufio.Writer of 4 KiB over a file that stays open, flushed at the end.
// Use it when the last records may be lost: they can be seen only after the next flush, or at the end.
// called: a bufio.Writer
// visible: at the end
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
		written++
	}
	return written, buffer.Flush()
}
