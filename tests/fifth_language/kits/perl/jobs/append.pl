# Adapter for `append`: write records to a fresh file, from opening it to closing it.
package Adapter;
use strict;
use warnings;

sub prepare {
    my ($pairs) = @_;
    my %task   = (output => main::own_text($pairs, 'output'), records => main::own_integer($pairs, 'records', 0));
    my $bytes  = main::integer($pairs, 'record_bytes', 1);
    my $ending = main::text($pairs, 'ending');
    die "ending is ${\main::shown($ending)}, not newline or none\n" if $ending !~ /\A(?:newline|none)\z/;
    my $end = $ending eq 'newline' ? "\n" : '';
    $task{record} = main::letters($bytes - length $end) . $end;
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

1;
