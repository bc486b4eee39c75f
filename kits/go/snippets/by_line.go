// bufio.Scanner: one line after the other. Change it to what you have in mind.
package main

import (
	"bufio"
	"os"
)

func run(path string) (int, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	lines := 0
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		lines++
	}
	return lines, scanner.Err()
}
