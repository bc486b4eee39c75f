// Adapter for `append`: write records to a fresh file, from opening it to closing it.
package main

import (
	"jobs"
	"kit"
)

type job struct {
	output  string
	records int
	record  []byte
	tags    *jobs.Tags[[]byte] // nil without a writer
	paths   []string
}

func main() {
	kit.Main("append", func() kit.Work { return &job{} })
}

// Prepare takes over the file to write, the number of records, and what a record is.
func (job *job) Prepare(pairs kit.Pairs) (err error) {
	job.output, job.records, job.tags = pairs.OwnText("output"), pairs.OwnInteger("records", 0), nil
	recordBytes, end := pairs.Integer("record_bytes", 1), ""
	if pairs.Choice("ending", "newline", "none") == "newline" {
		end = "\n"
	}
	job.record = kit.Letters(recordBytes-len(end), end)
	if pairs.Has("writer") {
		job.tags, err = jobs.NewTags[[]byte](pairs.Integer("writer", 0), recordBytes, end)
	}
	return err
}

// Arrange names the file of each iteration.
func (job *job) Arrange(iterations int) {
	job.paths = kit.Outputs(job.output, iterations)
}

// Iterate writes the files and returns the records written.
func (job *job) Iterate(int) (written int, err error) {
	for _, path := range job.paths {
		records, err := appendRecords(path, job.next())
		if err != nil {
			return 0, err
		}
		written += records
	}
	return written, nil
}

// Fill fills a window with records that tell whose they are.
func (job *job) Fill(window *kit.Window) (written int, err error) {
	return job.tags.Fill(window, appendRecords, job.paths[0], job.records)
}

// Crash dies in the middle of a file.
func (job *job) Crash(after int) error {
	_, err := appendRecords(job.paths[0], kit.Crashing(job.next(), after))
	return err
}

// next hands out the records of one file, one each time it is called, and false after the last.
func (job *job) next() func() ([]byte, bool) {
	left, record := job.records, job.record
	return func() ([]byte, bool) {
		if left == 0 {
			return nil, false
		}
		left--
		return record, true
	}
}
