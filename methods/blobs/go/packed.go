// One packed file and an index of offsets; ReadAt() for each item.
// Use it when many items are written once and read often; to change one, the file is packed anew.
// called: one packed file

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

type place struct {
	at   int64
	size int
}

func readIndex(path string) (map[string]place, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	places := map[string]place{}
	for line := range strings.Lines(string(text)) {
		words := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3)
		at, err := strconv.ParseInt(words[0], 10, 64)
		if err != nil {
			return nil, err
		}
		size, err := strconv.Atoi(words[1])
		if err != nil {
			return nil, err
		}
		places[words[2]] = place{at, size}
	}
	return places, nil
}

func readBlobs(folder string, names []string) (items, bytes, ends int, err error) {
	places, err := readIndex(folder + "/blobs.index")
	if err != nil {
		return 0, 0, 0, err
	}
	packed, err := os.Open(folder + "/blobs.pack")
	if err != nil {
		return 0, 0, 0, err
	}
	defer packed.Close()
	for _, name := range names {
		here, is := places[name]
		if !is {
			return 0, 0, 0, fmt.Errorf("there is no %s", name)
		}
		item := make([]byte, here.size)
		if _, err := packed.ReadAt(item, here.at); err != nil && here.size > 0 {
			return 0, 0, 0, err
		}
		items++
		bytes += len(item)
		if len(item) > 0 {
			ends += int(item[0]) + int(item[len(item)-1])
		}
	}
	return items, bytes, ends, nil
}
