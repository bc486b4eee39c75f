# The Perl kit of the tests: a worker process that times one method of one job.
# The contract is kits/PROTOCOL.md. Perl's core has no getrusage, so faults and switches are left out.
use strict;
use warnings;
use File::Basename qw(basename);
use IO::Handle;
use List::Util qw(min);
use Time::HiRes qw(clock_gettime usleep CLOCK_MONOTONIC);

use constant PROTOCOL       => 1;
use constant CLOCK_READINGS => 1000;
use constant AWAKE_BEFORE_S => 0.002;    # sleeping ends this long before a start time

die "usage: kit.pl ADAPTER METHOD [PADDING]; iotrial starts it\n" if @ARGV < 2;
my ($adapter_path, $method_path) = @ARGV;
my $job = basename($adapter_path, '.pl');
load($method_path);
load($adapter_path);
open(my $requests, '<&=', 3) or die "descriptor 3: $!\n";
open(my $replies,  '>&=', 4) or die "descriptor 4: $!\n";
binmode $_ for $requests, $replies;
$replies->autoflush(1);
my $schedstat;
open($schedstat, '<', '/proc/self/schedstat') or undef $schedstat;

my $prepared = 0;
my %answers  = (hello => \&hello, prepare => \&prepare, measure => \&measure, check => \&check, bye => sub { ('bye') });
while (defined(my $line = <$requests>)) {
    last if $line !~ s/\n\z//;
    my ($verb, @reply) = ('');
    my $done = eval {
        ($verb, my $pairs) = decode($line);
        my $answer = $answers{$verb} or die "unknown verb $verb\n";
        @reply = $answer->($pairs);
        1;
    };
    if (!$done) {
        chomp(my $reason = $@);
        @reply = ('error', message => $reason);
    }
    print {$replies} encode(@reply) or exit 1;
    last if $verb eq 'bye' && $done;
}
exit 0;

sub hello {
    my ($pairs) = @_;
    my $version = integer($pairs, 'protocol', 0);
    die "protocol is $version, this kit speaks ${\PROTOCOL}\n" if $version != PROTOCOL;
    return ('hello', protocol => PROTOCOL, language => 'perl', runtime => sprintf('perl %vd', $^V),
        clock_step_ns => clock_step_ns());
}

sub prepare {
    my ($pairs) = @_;
    $prepared = 0;
    my $wanted = text($pairs, 'job');
    die "job is $wanted, this worker does $job\n" if $wanted ne $job;
    Adapter::prepare($pairs);
    $prepared = 1;
    return 'ready';
}

sub measure {
    my ($pairs) = @_;
    die "measure before prepare\n" if !$prepared;
    my $iterations = integer($pairs, 'iterations', 1);
    my $lead_in    = integer($pairs, 'lead_in',    0);
    my $start_ns   = exists $pairs->{start_ns} ? integer($pairs, 'start_ns', 0) : 0;
    my $window     = exists $pairs->{end_ns}   ? window_of($pairs)              : undef;
    my $fill       = defined &Adapter::fill    ? \&Adapter::fill                : \&iterate_until;
    Adapter::arrange($iterations, $lead_in);
    Adapter::lead_in($lead_in);
    wait_until($start_ns / 1e9);
    my $queue_before_ns = queue_ns();
    my ($user_before, $system_before) = times;
    my $begin = clock_gettime(CLOCK_MONOTONIC);
    my $work  = $window ? $fill->($window) : Adapter::iterate($iterations);
    my $end   = clock_gettime(CLOCK_MONOTONIC);
    my ($user_after, $system_after) = times;
    my $queue_after_ns = queue_ns();
    my @began = $window ? (began_ns => in_ns($begin)) : ();
    write_moments($window, text($pairs, 'moments')) if $window;
    my @queue = defined $queue_before_ns ? (queue_ns => $queue_after_ns - $queue_before_ns) : ();
    return ('sample', wall_ns => in_ns($end - $begin), user_ns => in_ns($user_after - $user_before),
        system_ns => in_ns($system_after - $system_before), @queue, @began, work => $work);
}

sub check {
    my ($pairs) = @_;
    die "check before prepare\n" if !$prepared;
    return ('checked', Adapter::check($pairs));
}

# A span of time that is filled with work, and the moments of that work: when each piece of it began and was done.
sub window_of {
    my ($pairs) = @_;
    text($pairs, 'moments');
    my $every_ns = exists $pairs->{every_ns} ? integer($pairs, 'every_ns', 1) : 0;
    return {start_ns => integer($pairs, 'start_ns', 0), end_ns => integer($pairs, 'end_ns', 1), every_ns => $every_ns,
        moments => []};
}

# Wait until the next piece of work is due, counted from 0; when it was due, undef where the window is over.
sub next_in {
    my ($window, $number) = @_;
    my $due_ns = $window->{every_ns} ? $window->{start_ns} + $number * $window->{every_ns} : now_ns();
    return undef if $due_ns >= $window->{end_ns};
    wait_until($due_ns / 1e9) if $window->{every_ns};
    return now_ns() < $window->{end_ns} ? $due_ns : undef;
}

# Fill a window with iterations; the work done.
sub iterate_until {
    my ($window) = @_;
    my $work = 0;
    for (my $number = 0; defined(my $begins_ns = next_in($window, $number)); $number++) {
        $work += Adapter::iterate(1);
        push @{$window->{moments}}, $begins_ns, now_ns();
    }
    return $work;
}

sub write_moments {
    my ($window, $path) = @_;
    open(my $file, '>:raw', $path) or die "$path: $!\n";
    print {$file} pack('q*', @{$window->{moments}}) or die "$path: $!\n";
    close($file) or die "$path: $!\n";
}

sub now_ns { return int(clock_gettime(CLOCK_MONOTONIC) * 1e9) }

# The value of a key that must be there.
sub text {
    my ($pairs, $key) = @_;
    die "$key is missing\n" if !exists $pairs->{$key};
    return $pairs->{$key};
}

# The value of a key that must be there and be a whole number of $least or more.
sub integer {
    my ($pairs, $key, $least) = @_;
    my $text = text($pairs, $key);
    die "$key is '$text', not a whole number of $least or more\n" if $text !~ /\A[0-9]{1,18}\z/ || $text < $least;
    return $text + 0;
}

sub decode {
    my ($line) = @_;
    my ($verb, @words) = split / /, $line, -1;
    my %pairs;
    for my $word (@words) {
        my ($key, $value) = $word =~ m{\A([a-z][a-z0-9_]*)=((?:[A-Za-z0-9._~/:,+-]|%[0-9A-Fa-f]{2})*)\z}
            or die "$word is no key=value\n";
        $value =~ s/%(..)/chr hex $1/ge;
        $pairs{$key} = $value;
    }
    return ($verb // '', \%pairs);
}

sub encode {
    my ($verb, %values) = @_;
    my @words = ($verb);
    for my $key (sort keys %values) {
        (my $value = $values{$key}) =~ s{([^A-Za-z0-9._~/:,+-])}{sprintf '%%%02X', ord $1}ge;
        push @words, "$key=$value";
    }
    return join(' ', @words) . "\n";
}

# Time runnable but not running; nothing where the system does not say.
sub queue_ns {
    return undef if !$schedstat;
    seek $schedstat, 0, 0;
    return (split ' ', readline $schedstat)[1];
}

sub in_ns { return sprintf '%.0f', $_[0] * 1e9 }

sub wait_until {
    my ($start) = @_;
    my $remaining = $start - clock_gettime(CLOCK_MONOTONIC);
    usleep(1e6 * ($remaining - AWAKE_BEFORE_S)) if $remaining > AWAKE_BEFORE_S;
    1 while clock_gettime(CLOCK_MONOTONIC) < $start;
}

sub clock_step_ns {
    my @readings = map { clock_gettime(CLOCK_MONOTONIC) } 1 .. CLOCK_READINGS;
    my @steps    = grep { $_ >= 1 } map { in_ns($readings[$_] - $readings[$_ - 1]) } 1 .. $#readings;
    return @steps ? min(@steps) : 1;
}

sub load {
    my ($path) = @_;
    defined(do $path) or die $@ || "$path: $!", "\n";
}
