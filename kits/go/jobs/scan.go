// Adapter for `scan`: read a file of integers and compute the sum.
package main

import (
	"fmt"
	"kit"
)

type job struct {
	input string
	proof int64
}

func main() {
	kit.Main("scan", func() kit.Work { return &job{} })
}

// Prepare takes over which file to read.
func (job *job) Prepare(pairs kit.Pairs) error {
	job.input = pairs.OwnText("input")
	return nil
}

// Iterate reads the file and returns the integers summed; each iteration must come to the same sum.
func (job *job) Iterate(iterations int) (integers int, err error) {
	for iteration := 0; iteration < iterations; iteration++ {
		more, sum, _, err := scan(job.input)
		if err != nil {
			return 0, err
		}
		if iteration > 0 && sum != job.proof {
			return 0, kit.BadRequest(fmt.Sprintf("%s: the sum was %d and then %d", job.input, job.proof, sum))
		}
		integers, job.proof = integers+more, sum
	}
	return integers, nil
}

// Proof is the sum.
func (job *job) Proof() int64 { return job.proof }

// Check reads the file once.
func (job *job) Check(kit.Pairs) ([]kit.Value, error) {
	integers, sum, restBytes, err := scan(job.input)
	return []kit.Value{{Key: "work", Is: integers}, {Key: "proof", Is: sum}, {Key: "rest_bytes", Is: restBytes}}, err
}
