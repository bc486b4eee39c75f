# Adapter for `append`: write records to a fresh file, from opening it to closing it.
package Adapter;
use strict;
use warnings;

my ($writer, $body_bytes, $end, $sequence);
my ($output, $lead_output, $records, $lead_records, $record, @paths, @lead_paths);

sub prepare {
    my ($pairs) = @_;
    $output       = main::text($pairs, 'output');
    $lead_output  = main::text($pairs, 'lead_output');
    $records      = main::integer($pairs, 'records', 0);
    $lead_records = main::integer($pairs, 'lead_records', 0);
    my $record_bytes = main::integer($pairs, 'record_bytes', 1);
    my $ending       = main::text($pairs, 'ending');
    die "ending is '$ending', not newline or none\n" if $ending !~ /\A(?:newline|none)\z/;
    $record = substr join('', 'a' .. 'z') x ($record_bytes / 26 + 1), 0, $record_bytes;
    substr($record, -1) = "\n" if $ending eq 'newline';
    $end        = $ending eq 'newline' ? "\n" : '';
    $body_bytes = $record_bytes - 1 - length $end;
    $writer     = exists $pairs->{writer} ? main::integer($pairs, 'writer', 0) : undef;
    die "no tag of writer $writer fits into record_bytes=$record_bytes\n"
        if defined $writer && ($writer > 99 || $body_bytes < 16);
}

sub arrange {
    my ($iterations, $lead_in) = @_;
    @paths      = map { "$output.$_" } 0 .. $iterations - 1;
    @lead_paths = map { "$lead_output.$_" } 0 .. $lead_in - 1;
}

sub lead_in { main::append($_, repeated($lead_records)) for @lead_paths }

sub iterate {
    my $written = 0;
    $written += main::append($_, repeated($records)) for @paths;
    return $written;
}

# What hands out one record after another, and then nothing.
sub repeated {
    my ($left) = @_;
    return sub { return $left-- > 0 ? $record : undef };
}

# Call the method again and again, each time with as many records as one call writes.
sub fill {
    my ($window) = @_;
    die "end_ns needs prepare with writer\n" if !defined $writer;
    my $moments = $window->{moments};
    my $written = $sequence = 0;
    for (my $number = 0; defined(my $due_ns = main::next_in($window, $number)); $number++) {
        $written += main::append($paths[0], tagged($window, $due_ns));
        push @$moments, main::now_ns() if @$moments % 2;    # the method did not ask for more
    }
    return $written;
}

# What hands out the records of one call: `#`, then the tag again and again.
sub tagged {
    my ($window, $due_ns) = @_;
    my ($moments, $left) = ($window->{moments}, $records);
    return sub {
        push @$moments, main::now_ns() if @$moments % 2;
        my $now = main::now_ns();
        return undef if $left-- <= 0 || $now >= $window->{end_ns};
        my $tag = sprintf '%02d.%012d ', $writer, $sequence++;
        push @$moments, $window->{every_ns} ? $due_ns : $now;
        return '#' . substr($tag x ($body_bytes / 16 + 1), 0, $body_bytes) . $end;
    };
}

sub check {
    arrange(1, 0);
    return (work => iterate());
}

1;
