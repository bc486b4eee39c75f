// std::filesystem::copy() with recursive and overwrite_existing, which copies what links lead to.
// Use it to bring a folder that is there up to date; a link that leads to a folder above would
// never end.
// called: std::filesystem::copy() without copy_symlinks
// links: followed
// mode: of files
// times: not kept
// existing: merged
// unreadable: stops
// any_name: yes

#include <filesystem>
#include <string>

namespace fs = std::filesystem;

void copy_tree(const std::string &from, const std::string &to) {
    fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
}
