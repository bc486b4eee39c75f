// The records that a method of `append` is asked to write, one after another.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

// The kit's own; a method goes through it once, as through any range. A record's bytes stay as they
// are until 64 more have been asked for.
class Records {
  public:
    Records(std::string_view same, std::int64_t count) : same_(same), left_(count) {}

    class Iterator {
      public:
        explicit Iterator(Records &records) : records_(&records) {}
        std::string_view operator*() const { return records_->same_; }
        Iterator &operator++() {
            records_->left_--;
            return *this;
        }
        bool operator==(std::default_sentinel_t) const { return records_->left_ == 0; }

      private:
        Records *records_;
    };

    Iterator begin() { return Iterator(*this); }
    std::default_sentinel_t end() const { return {}; }

  private:
    std::string_view same_;
    std::int64_t left_; // of the same
};
