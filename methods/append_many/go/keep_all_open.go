// Every log is opened when it is first written to, and stays open to the end.
// Use it when there are fewer logs than `ulimit -n` allows open files; beyond that, opening fails.
// called: all logs kept open
// visible: each record

package main

import "os"

func appendMany(paths []string, turns []int, record []byte) (int, error) {
	logs := make([]*os.File, len(paths))
	defer func() {
		for _, log := range logs {
			if log != nil {
				log.Close()
			}
		}
	}()
	for _, turn := range turns {
		if logs[turn] == nil {
			log, err := os.OpenFile(paths[turn], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
			if err != nil {
				return 0, err
			}
			logs[turn] = log
		}
		if _, err := logs[turn].Write(record); err != nil {
			return 0, err
		}
	}
	return len(turns), nil
}
