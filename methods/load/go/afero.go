// afero.ReadFile() of each file, by a file system that tests may replace.
// Use it if you have afero for your tests already; on the real file system it reads like os.ReadFile().
// called: afero.ReadFile()
// needs: package afero
// unsized: yes

package main

import "github.com/spf13/afero"

func load(folder string, names []string) ([][]byte, error) {
	files := afero.NewBasePathFs(afero.NewOsFs(), folder)
	contents := make([][]byte, 0, len(names))
	for _, name := range names {
		content, err := afero.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		contents = append(contents, content)
	}
	return contents, nil
}
