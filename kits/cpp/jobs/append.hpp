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

// The kit's own; a method goes through it once, as through any range. A record's bytes stay as they
// are until 64 more have been asked for.
class Records {
  public:
    Records(std::string_view same, std::int64_t count) : current_(same), left_(count) {}
    explicit Records(Source &source) : source_(&source) {}

    class Iterator {
      public:
        explicit Iterator(Records &records) : records_(&records) {}
        std::string_view operator*() const { return records_->current_; }
        Iterator &operator++() {
            if (records_->left_ > 0)
                records_->left_--;
            else
                records_->advance();
            return *this;
        }
        bool operator==(std::default_sentinel_t) const {
            return records_->left_ == 0 && !records_->has_more_;
        }

      private:
        Records *records_;
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
    std::int64_t left_ = 0; // of the same
    Source *source_ = nullptr;
    bool has_more_ = false; // of the source's
};
