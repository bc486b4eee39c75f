// Write() and Sync() of a file that stays open, for each record.
// Use it when a record must outlive a power cut once the call returns: each waits for the device.
// called: Write() and Sync() for each record
// tags: by-name
// visible: each record
// lock: none
// append: yes
// durable: each record

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
		if err := log.Sync(); err != nil {
			return 0, err
		}
		written++
	}
	return written, nil
}
