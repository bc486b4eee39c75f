// os.RemoveAll(), which removes by descriptors of folders, so that no link is followed.
// Use it by default: it goes on after what it cannot remove, and returns the first reason.
// called: os.RemoveAll()
// refused: goes on
// missing: no error
// top_link: link alone
// any_name: yes
// deep: yes

package main

import "os"

func removeTree(folder string) error {
	return os.RemoveAll(folder)
}
