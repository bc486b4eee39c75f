// filepath.Glob(): the paths that match a pattern, sorted; `*` matches names that begin with a dot, too.
// Use it when a pattern chooses the files; a folder that cannot be read looks empty to it.
// sorted: yes
// yields: paths
// hidden: yes
// dots: no

package main

import (
	"os"
	"path/filepath"
	"strings"
)

var escaped = strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`)

func listFolder(folder string) ([]string, error) {
	paths, err := filepath.Glob(escaped.Replace(folder) + "/*")
	if err == nil && len(paths) == 0 {
		_, err = os.ReadDir(folder) // has the error that Glob keeps to itself
	}
	return paths, err
}
