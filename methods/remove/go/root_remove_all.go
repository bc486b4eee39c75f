// RemoveAll() of an os.Root, which no name and no link can lead out of its folder.
// Use it when names come from others: "../other" is refused.
// called: os.Root.RemoveAll()
// refused: goes on
// missing: no error
// top_link: link alone
// any_name: yes
// deep: yes

package main

import (
	"os"
	"path/filepath"
)

func removeTree(folder string) error {
	root, err := os.OpenRoot(filepath.Dir(folder))
	if err != nil {
		return err
	}
	defer root.Close()
	return root.RemoveAll(filepath.Base(folder))
}
