// Package jobs has what adapters of several jobs need: files to stdout, and the records of several writers.
package jobs

import (
	"io"
	"kit"
	"os"
)

// ToSink sends whole files to stdout by a function that is given a path and the sink, and gives back the bytes sent.
type ToSink struct {
	Send  func(path string, sink io.Writer) (int64, error)
	input string
	sink  *os.File
}

// Prepare takes over what to send.
func (job *ToSink) Prepare(pairs kit.Pairs) error {
	job.input = pairs.OwnText("input")
	return nil
}

// Arrange opens the sink; it has no buffer.
func (job *ToSink) Arrange(int) { job.sink = os.Stdout }

// Iterate sends it and returns the bytes sent.
func (job *ToSink) Iterate(iterations int) (int, error) {
	send, input, sink := job.Send, job.input, job.sink
	sent := 0
	for iteration := 0; iteration < iterations; iteration++ {
		bytes, err := send(input, sink)
		if err != nil {
			return 0, err
		}
		sent += int(bytes)
	}
	return sent, nil
}
