// std::filesystem::copy() with recursive and copy_symlinks.
// Use it by default; without copy_symlinks it copies what links lead to. Permissions are kept.
// called: std::filesystem::copy()
// links: kept
// mode: of files
// times: not kept
// existing: error
// unreadable: stops
// any_name: yes

#include <filesystem>
#include <string>

namespace fs = std::filesystem;

void copy_tree(const std::string &from, const std::string &to) {
    fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
}
