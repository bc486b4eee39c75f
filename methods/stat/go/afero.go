// afero.Exists() of each path, in a file system that tests may replace.
// Use it if you have afero for your tests already; on the real file system it asks like os.Stat().
// called: afero.Exists()
// needs: package afero
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: error

package main

import "github.com/spf13/afero"

func statAll(folder string, names []string) (exist int, bytes, newest int64, err error) {
	files := afero.NewOsFs()
	for _, name := range names {
		there, err := afero.Exists(files, folder+"/"+name)
		if err != nil {
			return 0, 0, 0, err
		}
		if there {
			exist++
		}
	}
	return exist, 0, 0, nil
}
