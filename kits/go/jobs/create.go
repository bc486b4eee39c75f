// Adapter for `create`: write small files into a fresh folder.
package main

import "kit"

type job struct {
	output  string
	names   []string
	content []byte
	folders []string
}

func main() {
	kit.Main("create", func() kit.Work { return &job{} })
}

// Prepare takes over the folder to fill, the number of files, and what they are.
func (job *job) Prepare(pairs kit.Pairs) error {
	job.output = pairs.OwnText("output")
	job.names = kit.Numbered(pairs.Text("name"), pairs.OwnInteger("files", 0))
	job.content = kit.Letters(pairs.Integer("file_bytes", 0), "")
	return nil
}

// Arrange names the folder of each iteration.
func (job *job) Arrange(iterations int) {
	job.folders = kit.Outputs(job.output, iterations)
}

// Iterate fills the folders and returns the files written.
func (job *job) Iterate(int) (written int, err error) {
	for _, folder := range job.folders {
		files, err := createFiles(folder, job.names, job.content)
		if err != nil {
			return 0, err
		}
		written += files
	}
	return written, nil
}
