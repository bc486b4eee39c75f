# Adapter for `append`: write records to a fresh file, from opening it to closing it.
package Adapter;
use strict;
use warnings;

sub prepare {
    my ($pairs) = @_;
    my %task = (output => main::own_text($pairs, 'output'), records => main::own_integer($pairs, 'records', 0));
    my $bytes = main::integer($pairs, 'record_bytes', 1);
    $task{end}        = main::choice($pairs, 'ending', 'newline', 'none') eq 'newline' ? "\n" : '';
    $task{record}     = main::letters($bytes - length $task{end}) . $task{end};
    $task{body_bytes} = $bytes - 1 - length $task{end};
    $task{writer}     = exists $pairs->{writer} ? main::integer($pairs, 'writer', 0) : undef;
    die "no tag of writer $task{writer} fits into record_bytes=$bytes\n"
        if defined $task{writer} && ($task{writer} > 99 || $task{body_bytes} < 16);
    return \%task;
}

sub arrange {
    my ($task, $iterations) = @_;
    $task->{paths} = [main::outputs($task->{output}, $iterations)];
}

sub iterate {
    my ($task) = @_;
    my $written = 0;
    $written += main::append($_, repeated($task->{record}, $task->{records})) for @{$task->{paths}};
    return $written;
}

# What hands out one record after another, and then nothing.
sub repeated {
    my ($record, $left) = @_;
    return sub { return $left-- > 0 ? $record : undef };
}

# Die in the middle of a file.
sub crash {
    my ($task, $after) = @_;
    main::append($task->{paths}[0], main::crashing(repeated($task->{record}, $task->{records}), $after));
    return;
}

# Call the method again and again, each time with as many records as one call writes.
sub fill {
    my ($task, $window) = @_;
    die "end_ns needs prepare with writer\n" if !defined $task->{writer};
    my $moments = $window->{moments};
    my $written = $task->{sequence} = 0;
    for (my $number = 0; defined(my $due_ns = main::next_in($window, $number)); $number++) {
        $written += main::append($task->{paths}[0], tagged($task, $window, $due_ns));
        push @$moments, main::now_ns() if @$moments % 2;    # the method did not ask for more
    }
    return $written;
}

# What hands out the records of one call: `#`, then the tag again and again.
sub tagged {
    my ($task, $window, $due_ns) = @_;
    my ($moments, $left, $body_bytes) = ($window->{moments}, $task->{records}, $task->{body_bytes});
    return sub {
        push @$moments, main::now_ns() if @$moments % 2;
        my $now = main::now_ns();
        return undef if $left-- <= 0 || $now >= $window->{end_ns};
        my $tag = sprintf '%02d.%012d ', $task->{writer}, $task->{sequence}++;
        push @$moments, $window->{every_ns} ? $due_ns : $now;
        return '#' . substr($tag x ($body_bytes / 16 + 1), 0, $body_bytes) . $task->{end};
    };
}

1;
