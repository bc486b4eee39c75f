# Adapter for `append`: write records to a fresh file, from opening it to closing it.
package Adapter;
use strict;
use warnings;

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

sub check {
    arrange(1, 0);
    return (work => iterate());
}

1;
