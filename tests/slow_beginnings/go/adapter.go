// Adapter for `nap`: a job that is as slow as it is told, in its work, its lead-in, and its arranging.
package main

import "kit"

type job struct{ napMS, arrangeMS int }

func main() {
	kit.Main("nap", func() kit.Work { return &job{} })
}

func (job *job) Prepare(pairs kit.Pairs) error {
	job.napMS, job.arrangeMS = pairs.OwnInteger("nap_ms", 0), pairs.Integer("arrange_ms", 0)
	return nil
}

func (job *job) Arrange(int) { nap(job.arrangeMS) }

func (job *job) Iterate(iterations int) (int, error) {
	for iteration := 0; iteration < iterations; iteration++ {
		nap(job.napMS)
	}
	return iterations, nil
}
