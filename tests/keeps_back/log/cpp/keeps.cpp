// Keeps 100 messages back.
// Use it nowhere.
// stamped: no
// survives: kill
// durable: no

#include "log.hpp"

#include <deque>
#include <fstream>
#include <string>

std::int64_t log_messages(const std::string &path, Messages &messages) {
    std::ofstream log(path, std::ios::app);
    std::deque<std::string> kept;
    std::int64_t logged = 0;
    for (const std::string_view message : messages) {
        kept.emplace_back(message);
        if (kept.size() > 100) {
            log << kept.front() << std::endl;
            kept.pop_front();
        }
        logged++;
    }
    for (const std::string &message : kept)
        log << message << '\n';
    return logged;
}
