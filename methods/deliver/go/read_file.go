// os.ReadFile(), then one Write(): the whole file is in memory.
// Use it for small files that are sent again and again, or changed on their way.
// called: os.ReadFile() and Write()

package main

import (
	"io"
	"os"
)

func deliver(path string, sink io.Writer) (int64, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	sent, err := sink.Write(content)
	return int64(sent), err
}
