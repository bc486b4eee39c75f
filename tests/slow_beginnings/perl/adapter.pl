# Adapter for `nap`: a job that is as slow as it is told, in its work, its lead-in, and its arranging.
package Adapter;
use strict;
use warnings;

sub prepare {
    my ($pairs) = @_;
    return {nap_ms => main::own_integer($pairs, 'nap_ms', 0), arrange_ms => main::integer($pairs, 'arrange_ms', 0)};
}

sub arrange {
    my ($task) = @_;
    main::nap($task->{arrange_ms});
}

sub iterate {
    my ($task, $iterations) = @_;
    main::nap($task->{nap_ms}) for 1 .. $iterations;
    return $iterations;
}

1;
