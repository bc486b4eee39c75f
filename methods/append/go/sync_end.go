// Write() for each record to a file that stays open, and one Sync() after the last.
// Use it when the records must outlive a power cut together, such as the lines of one request.
// called: Write(), and one Sync() at the end
// tags: by-name
// visible: each record
// lock: none
// append: yes
// durable: at the end

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
	return written, log.Sync()
}
