# syswrite(): one system call a record, past Perl's own buffer.
# Use it for whole records that a reader must see at once; the open mode puts each at the end.
# visible: each record
# lock: none
# append: yes
# durable: no
use strict;
use warnings;

sub append {
    my ($path, $records) = @_;
    my $written = 0;
    open(my $log, '>>:raw', $path) or die "$path: $!\n";
    while (defined(my $record = $records->())) {
        my $done = 0;
        while ($done < length $record) {    # a nearly full disk takes less than it was given
            my $count = syswrite($log, $record, length($record) - $done, $done);
            if (!defined $count) {
                next if $!{EINTR};
                die "$path: $!\n";
            }
            $done += $count;
        }
        $written++;
    }
    close($log) or die "$path: $!\n";
    return $written;
}

1;
