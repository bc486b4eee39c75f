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
	tags    *jobs.Tags // nil without a writer
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
		job.tags, err = jobs.NewTags(pairs.Integer("writer", 0), recordBytes, end)
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
		left, record := job.records, job.record
		records, err := appendRecords(path, func() ([]byte, bool) {
			if left == 0 {
				return nil, false
			}
			left--
			return record, true
		})
		if err != nil {
			return 0, err
		}
		written += records
	}
	return written, nil
}

// Fill calls the method again and again, each time with as many records as one call writes.
func (job *job) Fill(window *kit.Window) (written int, err error) {
	if job.tags == nil {
		return 0, kit.BadRequest("end_ns needs prepare with writer")
	}
	job.tags.Begin(window)
	for number := 0; ; number++ {
		dueNS, is := window.Next(number)
		if !is {
			return written, nil
		}
		records, err := appendRecords(job.paths[0], job.tags.Records(dueNS, job.records))
		if err != nil {
			return 0, err
		}
		job.tags.TakeBack() // the method may not have asked for more
		written += records
	}
}
