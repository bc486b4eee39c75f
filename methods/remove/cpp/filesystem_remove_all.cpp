// std::filesystem::remove_all(), which throws at the first entry that it cannot remove.
// Use it by default; it removes a link and not what it leads to. With an error_code it is silent
// unless that is read.
// called: std::filesystem::remove_all()
// refused: stops
// missing: no error
// top_link: link alone
// any_name: yes
// deep: yes

#include <filesystem>
#include <string>

void remove_tree(const std::string &folder) { std::filesystem::remove_all(folder); }
