// os.CopyFS() of os.DirFS(), since Go 1.23, and for links since 1.25.
// Use it by default; a file that is there already ends it, and so does a name that is no UTF-8. Permissions are kept as
// far as the umask leaves them.
// called: os.CopyFS()
// links: kept
// mode: not kept
// times: not kept
// existing: error
// unreadable: stops
// any_name: no

package main

import "os"

func copyTree(source, target string) error {
	return os.CopyFS(target, os.DirFS(source))
}
