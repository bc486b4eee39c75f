// Adapter for `copy`: copy a file to another one, which is not there yet.
package main

import (
	"kit"
	"os"
)

type job struct {
	input, output string
	inputBytes    int
	paths         []string
}

func main() {
	kit.Main("copy", func() kit.Work { return &job{} })
}

// Prepare takes over the file to copy, and the name of the copy.
func (job *job) Prepare(pairs kit.Pairs) error {
	job.input = pairs.OwnText("input")
	found, err := os.Stat(job.input)
	if err != nil {
		return err
	}
	job.inputBytes, job.output = int(found.Size()), pairs.OwnText("output")
	return nil
}

// Arrange names the copy of each iteration.
func (job *job) Arrange(iterations int) {
	job.paths = kit.Outputs(job.output, iterations)
}

// Iterate makes the copies and returns the bytes copied.
func (job *job) Iterate(iterations int) (int, error) {
	for _, path := range job.paths {
		if err := copyFile(job.input, path); err != nil {
			return 0, err
		}
	}
	return job.inputBytes * iterations, nil
}
