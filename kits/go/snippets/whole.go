// os.ReadFile() of the whole file, then bytes.Count(). Change it to what you have in mind.
package main

import (
	"bytes"
	"os"
)

func run(path string) (int, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	return bytes.Count(content, []byte("\n")), nil
}
