// Adapter for `append_many`: write records to many logs in turn, a fresh folder of them in each iteration.
package main

import "kit"

type job struct {
	output  string
	logs    int
	record  []byte
	turns   []int
	folders [][]string
}

func main() {
	kit.Main("append_many", func() kit.Work { return &job{} })
}

// Prepare takes over the folder, the numbers of logs and records, what a record is, and which log is next.
func (job *job) Prepare(pairs kit.Pairs) error {
	job.output, job.logs = pairs.OwnText("output"), pairs.Integer("logs", 1)
	job.record = kit.Letters(pairs.Integer("record_bytes", 1)-1, "\n")
	isSkewed := pairs.Choice("turns", "round_robin", "skewed") == "skewed"
	job.turns = make([]int, pairs.OwnInteger("records", 0))
	for index := range job.turns {
		job.turns[index] = index % job.logs
		if isSkewed {
			job.turns[index] = job.skewed(index)
		}
	}
	return nil
}

// Arrange names the logs of each iteration.
func (job *job) Arrange(iterations int) {
	job.folders = nil
	for _, folder := range kit.Outputs(job.output, iterations) {
		job.folders = append(job.folders, kit.Numbered(folder+"/", job.logs))
	}
}

// Iterate writes the logs and returns the records written.
func (job *job) Iterate(int) (written int, err error) {
	for _, paths := range job.folders {
		records, err := appendMany(paths, job.turns, job.record)
		if err != nil {
			return 0, err
		}
		written += records
	}
	return written, nil
}

func (job *job) skewed(index int) int {
	drawn := (index*1_103_515_245 + 12_345) % (1 << 31)
	squared := drawn * drawn >> 31
	return (squared * drawn >> 31) * job.logs >> 31
}
