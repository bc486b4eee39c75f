// ReadDir(-1) of each folder, which does not sort; each file is read whole and written.
// Use it when the files are small or looked at on the way; the largest file must fit into memory.
// called: ReadDir(-1) and os.ReadFile()
// hidden: yes

package main

import (
	"io"
	"os"
)

func sendFile(path string, sink io.Writer) (int64, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	sent, err := sink.Write(content)
	return int64(sent), err
}

func deliverTree(folder string, sink io.Writer) (sent int64, err error) {
	opened, err := os.Open(folder)
	if err != nil {
		return 0, err
	}
	entries, err := opened.ReadDir(-1)
	opened.Close()
	for _, entry := range entries {
		if err != nil {
			break
		}
		path, bytes := folder+"/"+entry.Name(), int64(0)
		if entry.IsDir() {
			bytes, err = deliverTree(path, sink)
		} else if entry.Type().IsRegular() {
			bytes, err = sendFile(path, sink)
		}
		sent += bytes
	}
	return sent, err
}
