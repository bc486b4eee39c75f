// Keeps 100 messages back.
// Use it nowhere.
// stamped: no
// survives: kill
// durable: no

package main

import "os"

func logMessages(path string, next func() (string, bool)) (logged int, err error) {
	log, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	kept := []string{}
	for message, more := next(); more; message, more = next() {
		kept = append(kept, message)
		if len(kept) > 100 {
			log.WriteString(kept[0] + "\n")
			kept = kept[1:]
		}
		logged++
	}
	for _, message := range kept {
		log.WriteString(message + "\n")
	}
	return logged, nil
}
