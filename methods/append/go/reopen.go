// os.OpenFile(), Write() and Close() for each record: nothing stays open between records.
// Use it when records are rare, or when the log is moved away now and then and new records must follow its name.
// called: os.OpenFile() and Close() for each record
// visible: each record
// lock: none
// append: yes
// durable: no

package main

import "os"

func appendOne(path string, record []byte) error {
	log, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err = log.Write(record); err != nil {
		log.Close()
		return err
	}
	return log.Close()
}

func appendRecords(path string, next func() ([]byte, bool)) (written int, err error) {
	for record, more := next(); more; record, more = next() {
		if err := appendOne(path, record); err != nil {
			return 0, err
		}
		written++
	}
	return written, nil
}
