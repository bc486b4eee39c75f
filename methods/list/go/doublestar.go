// doublestar.FilepathGlob(): the paths that match a pattern, sorted; `*` matches names that begin with a dot, too.
// Use it for patterns over whole trees, which filepath.Glob() cannot have; a folder that does not exist is an empty one
// to it.
// called: doublestar.FilepathGlob()
// needs: package doublestar
// sorted: yes
// yields: paths
// hidden: yes
// dots: no

package main

import (
	"os"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

var escaped = strings.NewReplacer(
	"*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`, `\`, `\\`,
)

func listFolder(folder string) ([]string, error) {
	paths, err := doublestar.FilepathGlob(escaped.Replace(folder)+"/*", doublestar.WithFailOnIOErrors())
	if err == nil && len(paths) == 0 {
		_, err = os.ReadDir(folder) // has the error that it keeps to itself
	}
	return paths, err
}
