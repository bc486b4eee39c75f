# Adapter for `empty`: the loop and the call are all there is, which is what the kit costs.
package Adapter;
use strict;
use warnings;

sub prepare { }
sub arrange { }
sub lead_in { iterate($_[0]) }

sub iterate {
    my ($iterations) = @_;
    main::nothing() for 1 .. $iterations;
    return $iterations;
}

sub check { return (work => iterate(1)) }

1;
