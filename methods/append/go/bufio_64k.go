// A bufio.Writer of 64 KiB over a file that stays open, flushed at the end.
// Use it when records are many and the last ones may be lost: there is one call for each 64 KiB.
// called: a bufio.Writer of 64 KiB
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
	buffer := bufio.NewWriterSize(log, 64<<10)
	for record, more := next(); more; record, more = next() {
		if _, err := buffer.Write(record); err != nil {
			return 0, err
		}
		written++
	}
	return written, buffer.Flush()
}
