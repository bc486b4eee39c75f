// archive/zip: io.ReadAll() of each item from a zip that stores them as they are.
// Use it when items travel together; its list is read each time that it is opened.
// called: archive/zip, stored

package main

import (
	"archive/zip"
	"fmt"
	"io"
)

func readEntry(entry *zip.File) ([]byte, error) {
	reader, err := entry.Open()
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	return io.ReadAll(reader)
}

func readBlobs(folder string, names []string) (items, bytes, ends int, err error) {
	archive, err := zip.OpenReader(folder + "/blobs.zip")
	if err != nil {
		return 0, 0, 0, err
	}
	defer archive.Close()
	entries := map[string]*zip.File{} // Open() of the archive takes no name that is no path of fs.FS
	for _, entry := range archive.File {
		entries[entry.Name] = entry
	}
	for _, name := range names {
		entry, is := entries[name]
		if !is {
			return 0, 0, 0, fmt.Errorf("there is no %s", name)
		}
		item, err := readEntry(entry)
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
