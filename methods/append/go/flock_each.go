// syscall.Flock() around the write of each record, to a file that stays open.
// Use it when a record takes several writes or readers lock too; O_APPEND alone keeps single writes apart.
// called: syscall.Flock() around each record
// visible: each record
// lock: record
// append: yes
// durable: no

package main

import (
	"os"
	"syscall"
)

func appendLocked(log *os.File, record []byte) error {
	if err := syscall.Flock(int(log.Fd()), syscall.LOCK_EX); err != nil {
		return &os.PathError{Op: "flock", Path: log.Name(), Err: err}
	}
	defer syscall.Flock(int(log.Fd()), syscall.LOCK_UN)
	_, err := log.Write(record)
	return err
}

func appendRecords(path string, next func() ([]byte, bool)) (written int, err error) {
	log, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	for record, more := next(); more; record, more = next() {
		if err := appendLocked(log, record); err != nil {
			return 0, err
		}
		written++
	}
	return written, nil
}
