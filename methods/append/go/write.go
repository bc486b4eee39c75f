// os.OpenFile() once, then Write() of the file for each record: one system call a record.
// Use it by default; a log.Logger does just this with the line that it made.
// called: Write() to a file kept open
// visible: each record
// lock: none
// append: yes
// durable: no

package main

import "os"

func appendRecords(path string, next func() ([]byte, bool)) (written int, err error) {
	log, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	for record, more := next(); more; record, more = next() {
		if _, err := log.Write(record); err != nil {
			return 0, err
		}
		written++
	}
	return written, nil
}
