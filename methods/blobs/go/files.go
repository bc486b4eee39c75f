// os.ReadFile() of a file for each item.
// Use it by default: tools of every kind can read, change and remove one item.
// called: a file for each item

package main

import "os"

func readBlobs(folder string, names []string) (items, bytes, ends int, err error) {
	for _, name := range names {
		item, err := os.ReadFile(folder + "/files/" + name)
		if err != nil {
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
