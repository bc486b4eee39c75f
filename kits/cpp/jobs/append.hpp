// The records that a method of `append` is asked to write, one after another.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

// Hands out records of which no two are the same.
class Source {
  public:
    virtual ~Source() = default;
    virtual bool next(std::string_view &record) = 0; // false if there are no more
};

// Records that were made before, which cost least: `Made` has how many are left, and steps on to
// the next; or those of a source. The kit's own; a method goes through it once, as through any
// range. A record's bytes stay as they are until 64 more have been asked for.
template <class Made> class Handed {
  public:
    explicit Handed(const Made &made) : current_(made.first()), made_(made) {}
    explicit Handed(Source &source) : source_(&source) {}

    class Iterator {
      public:
        explicit Iterator(Handed &handed) : handed_(&handed) {}
        std::string_view operator*() const { return handed_->current_; }
        Iterator &operator++() {
            if (handed_->made_.left > 0)
                handed_->made_.step(handed_->current_);
            else
                handed_->advance();
            return *this;
        }
        bool operator==(std::default_sentinel_t) const {
            return handed_->made_.left == 0 && !handed_->has_more_;
        }

      private:
        Handed *handed_;
    };

    Iterator begin() {
        if (source_ != nullptr)
            advance();
        return Iterator(*this);
    }
    std::default_sentinel_t end() const { return {}; }

  private:
    void advance() { has_more_ = source_->next(current_); }

    std::string_view current_;
    Made made_ = {};
    Source *source_ = nullptr;
    bool has_more_ = false; // of the source's
};

// The same record again and again.
struct Same {
    std::string_view record = {};
    std::int64_t left = 0;

    std::string_view first() const { return record; }
    void step(std::string_view &) { left--; }
};

using Records = Handed<Same>;
