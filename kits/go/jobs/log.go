// Adapter for `log`: log messages to a fresh file, from opening it to closing it.
package main

import (
	"fmt"
	"jobs"
	"kit"
)

// So many messages are different; then the first comes again.
const different = 1000

type job struct {
	output   string
	count    int
	messages []string           // those that are different
	tags     *jobs.Tags[string] // nil without a writer
	paths    []string
}

func main() {
	kit.Main("log", func() kit.Work { return &job{} })
}

// Prepare takes over the file to write, the number of messages, and what a message is.
func (job *job) Prepare(pairs kit.Pairs) (err error) {
	job.output, job.count, job.tags = pairs.OwnText("output"), pairs.OwnInteger("messages", 0), nil
	messageBytes := pairs.Integer("message_bytes", 1)
	rest := kit.Letters(messageBytes, "")
	job.messages = nil
	for number := 0; number < job.count && number < different; number++ {
		job.messages = append(job.messages, fmt.Sprintf("%03d %s", number, rest)[:messageBytes])
	}
	if pairs.Has("writer") {
		job.tags, err = jobs.NewTags[string](pairs.Integer("writer", 0), messageBytes, "")
	}
	return err
}

// Arrange names the file of each iteration.
func (job *job) Arrange(iterations int) {
	job.paths = kit.Outputs(job.output, iterations)
}

// Iterate writes the files and returns the messages logged.
func (job *job) Iterate(int) (logged int, err error) {
	for _, path := range job.paths {
		messages, err := logMessages(path, job.next())
		if err != nil {
			return 0, err
		}
		logged += messages
	}
	return logged, nil
}

// Fill fills a window with messages that tell whose they are.
func (job *job) Fill(window *kit.Window) (logged int, err error) {
	return job.tags.Fill(window, logMessages, job.paths[0], job.count)
}

// Crash dies in the middle of a file.
func (job *job) Crash(after int) error {
	_, err := logMessages(job.paths[0], kit.Crashing(job.next(), after))
	return err
}

// next hands out the messages of one file, one each time it is called, and false after the last.
func (job *job) next() func() (string, bool) {
	left, at, messages := job.count, 0, job.messages
	return func() (string, bool) {
		if left == 0 {
			return "", false
		}
		left--
		if at == len(messages) {
			at = 0
		}
		at++
		return messages[at-1], true
	}
}
