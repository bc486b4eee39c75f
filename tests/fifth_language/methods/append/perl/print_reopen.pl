# open, print, close for each record: nothing stays open between records.
# Use it when records are rare, or when the log is moved away now and then.
# visible: each record
# lock: none
# append: yes
# durable: no
use strict;
use warnings;

sub append {
    my ($path, $records) = @_;
    my $written = 0;
    while (defined(my $record = $records->())) {
        open(my $log, '>>:raw', $path) or die "$path: $!\n";
        print {$log} $record or die "$path: $!\n";
        close($log) or die "$path: $!\n";    # print only fills a buffer: a full disk shows here
        $written++;
    }
    return $written;
}

1;
