// lumberjack: a log that moves itself away when it is large enough, here never; each record is one Write().
// Use it beneath a logger when nothing else cuts the log. It must be the only process that writes there: a log that is
// not there yet is opened without O_APPEND, for its owner alone, and two processes would both move it away.
// called: lumberjack
// needs: package lumberjack
// visible: each record
// lock: none
// append: yes
// durable: no

package main

import (
	"math"

	"gopkg.in/natefinch/lumberjack.v2"
)

func appendRecords(path string, next func() ([]byte, bool)) (written int, err error) {
	// without a size, which is in MiB, it moves the log away at 100 MiB
	log := &lumberjack.Logger{Filename: path, MaxSize: math.MaxInt32}
	defer log.Close()
	for record, more := next(); more; record, more = next() {
		if _, err := log.Write(record); err != nil {
			return 0, err
		}
		written++
	}
	return written, nil
}
