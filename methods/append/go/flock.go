// flock.Lock() of gofrs/flock around the write of each record, to a file that stays open.
// Use it when the same program must lock on Windows, too. It locks a path, not an open file: it opens the log once more
// for each lock, and closes that when it unlocks.
// called: gofrs/flock around each record
// needs: package flock
// visible: each record
// lock: record
// append: yes
// durable: no

package main

import (
	"os"

	"github.com/gofrs/flock"
)

func appendLocked(log *os.File, lock *flock.Flock, record []byte) error {
	if err := lock.Lock(); err != nil {
		return &os.PathError{Op: "flock", Path: log.Name(), Err: err}
	}
	defer lock.Unlock()
	_, err := log.Write(record)
	return err
}

func appendRecords(path string, next func() ([]byte, bool)) (written int, err error) {
	log, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	lock := flock.New(path)
	for record, more := next(); more; record, more = next() {
		if err := appendLocked(log, lock, record); err != nil {
			return 0, err
		}
		written++
	}
	return written, nil
}
