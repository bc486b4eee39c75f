// Adapter for `list`: return the names in a folder.
package main

import (
	"kit"
	"os"
	"strings"
)

type job struct{ folder string }

func main() {
	kit.Main("list", func() kit.Work { return &job{} })
}

// Prepare takes over which folder to list.
func (job *job) Prepare(pairs kit.Pairs) error {
	job.folder = pairs.OwnText("folder")
	return nil
}

// Iterate lists the folder and returns the entries that came back.
func (job *job) Iterate(iterations int) (int, error) {
	all := 0
	for iteration := 0; iteration < iterations; iteration++ {
		entries, err := listFolder(job.folder)
		if err != nil {
			return 0, err
		}
		all += len(entries)
	}
	return all, nil
}

// Check lists the folder once and writes what came back to the proof file.
func (job *job) Check(pairs kit.Pairs) ([]kit.Value, error) {
	proofFile := pairs.Text("proof_file")
	entries, err := listFolder(job.folder)
	if err != nil {
		return nil, err
	}
	var names strings.Builder
	for _, entry := range entries {
		names.WriteString(nameOf(entry) + "\x00")
	}
	return []kit.Value{{Key: "work", Is: len(entries)}}, os.WriteFile(proofFile, []byte(names.String()), 0o644)
}

// nameOf is what a method gave: names, or entries that have one.
func nameOf(entry any) string {
	if named, is := entry.(interface{ Name() string }); is {
		return named.Name()
	}
	return entry.(string)
}
