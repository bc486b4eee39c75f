// os.Open() and io.ReadAll() of each file.
// Use it for readers of which the size is not known; for a file os.ReadFile() need not let its memory grow.
// called: io.ReadAll()
// unsized: yes

package main

import (
	"io"
	"os"
)

func readAll(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

func load(folder string, names []string) ([][]byte, error) {
	contents := make([][]byte, 0, len(names))
	for _, name := range names {
		content, err := readAll(folder + "/" + name)
		if err != nil {
			return nil, err
		}
		contents = append(contents, content)
	}
	return contents, nil
}
