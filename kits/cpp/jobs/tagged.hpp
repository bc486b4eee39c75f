// Records that tell whose they are: several writers append them to one file within a window.
//
// A record is `#`, then its tag again and again, so that every part of it tells whose it is. The
// tag is WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.

#pragma once

#include "append.hpp"
#include "kit.hpp"

#include <cstring>

// The tagged records of one writer.
class Tags : public Source {
  public:
    // Refuse records that have no room for a tag.
    Tags(std::int64_t writer, std::size_t record_bytes, bool is_newline)
        : writer_(writer), record_bytes_(record_bytes), is_newline_(is_newline) {
        if (writer > 99 || record_bytes < 1 + tag_bytes + is_newline)
            throw BadRequest("no tag of writer " + std::to_string(writer) +
                             " fits into record_bytes=" + std::to_string(record_bytes));
        slots_.resize(records_kept * record_bytes);
    }

    // Fill a window: call the method again and again, each time with as many records as one call
    // writes.
    template <class Made>
    Done fill(Window &window, std::int64_t (*method)(const std::string &, Handed<Made> &),
              const std::string &path, std::int64_t count) {
        Done done;
        begin(window);
        for (std::int64_t number = 0; const auto due_ns = window.next(number); number++) {
            Handed<Made> handed(*this);
            due_ns_ = *due_ns;
            left_ = count;
            done.work += method(path, handed);
            take_back();
        }
        return done;
    }

    // Hand out the next record of the call; note when it was handed out (or due), and when the
    // one before was done.
    bool next(std::string_view &next) override {
        if (take_back() >= window_->end_ns || left_ == 0)
            return false;
        left_--;
        next = write();
        window_->moments.push_back(window_->every_ns > 0 ? due_ns_ : now_ns());
        is_out_ = true;
        return true;
    }

  private:
    static constexpr std::size_t tag_bytes = 16, last_digit = 14, records_kept = 64;

    void begin(Window &window) {
        window_ = &window;
        slot_ = 0;
        is_out_ = false;
        tag_ = std::to_string(100 + writer_).substr(1) + ".000000000000 ";
    }

    // Note that the record that is out is done; returns the time now.
    std::int64_t take_back() {
        const std::int64_t now = now_ns();
        if (is_out_)
            window_->moments.push_back(now);
        is_out_ = false;
        return now;
    }

    // Write the tag's record to the next slot, and turn the tag into the next record's.
    std::string_view write() {
        char *start = slots_.data() + slot_ * record_bytes_, *body = start + 1;
        const std::size_t bytes = record_bytes_ - 1 - is_newline_;
        slot_ = (slot_ + 1) % records_kept;
        *start = '#';
        std::memcpy(body, tag_.data(), tag_bytes);
        for (std::size_t done = tag_bytes; done < bytes; done *= 2)
            std::memcpy(body + done, body, done < bytes - done ? done : bytes - done);
        if (is_newline_)
            body[bytes] = '\n';
        for (std::size_t digit = last_digit; ++tag_[digit] > '9'; digit--)
            tag_[digit] = '0';
        return {start, record_bytes_};
    }

    std::int64_t writer_;
    std::size_t record_bytes_;
    bool is_newline_;
    std::vector<char> slots_; // room for the records that must not change yet
    Window *window_ = nullptr;
    std::string tag_;
    std::size_t slot_ = 0;
    std::int64_t left_ = 0, due_ns_ = 0;
    bool is_out_ = false; // a record was handed out and is not done
};

// Hands out so many records of others; this process ends at once if one more is asked for.
template <class Made> class Crashing : public Source {
  public:
    Crashing(Handed<Made> &others, std::int64_t count) : record_(others.begin()), left_(count) {}

    bool next(std::string_view &next) override {
        if (left_-- == 0 || record_ == std::default_sentinel)
            crashing();
        next = *record_;
        ++record_;
        return true;
    }

  private:
    typename Handed<Made>::Iterator record_;
    std::int64_t left_;
};
