// Each record: os.OpenFile(), Write(), Close().
// Use it when logs are many and records rare: no more than one file is open at a time.
// called: os.OpenFile() and Close() for each record
// visible: each record

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

func appendMany(paths []string, turns []int, record []byte) (int, error) {
	for _, turn := range turns {
		if err := appendOne(paths[turn], record); err != nil {
			return 0, err
		}
	}
	return len(turns), nil
}
