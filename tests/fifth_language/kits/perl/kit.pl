# The Perl kit of the tests: a worker process that times one method of one job. The contract is kits/PROTOCOL.md.
# Perl's core has no getrusage, so faults and switches are left out.
use strict;
use warnings;
use File::Basename qw(basename);
use IO::Handle;
use List::Util qw(min);
use Time::HiRes qw(clock_gettime nanosleep CLOCK_MONOTONIC);

use constant PROTOCOL => 1;
use constant {REQUESTS => 3, REPLIES => 4};

# An error repeats no more bytes of a word from outside than this.
use constant MOST_SHOWN => 40;

# Clock readings that are searched for the smallest step.
use constant CLOCK_READINGS => 1000;

# A worker sleeps until this long before a start time, and then only looks at the clock.
use constant AWAKE_BEFORE_NS => 1_000_000;

# ---- Requests

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
    die "$key is ${\shown($text)}, not a whole number of $least or more\n"
        if $text !~ /\A[0-9]{1,18}\z/ || $text < $least;
    return $text + 0;
}

# The value of a key that must be there and be one of some words.
sub choice {
    my ($pairs, $key, @choices) = @_;
    my $text = text($pairs, $key);
    die "$key is ${\shown($text)}, not ${\join(' or ', @choices)}\n" if !grep { $_ eq $text } @choices;
    return $text;
}

# The text of $key, or for the lead-in that of lead_KEY. A key of a request cannot be empty: there is room for a mark.
sub own_text { my ($pairs, $key) = @_; return text($pairs, $pairs->{''} . $key) }

# The number of $key, or for the lead-in that of lead_KEY.
sub own_integer { my ($pairs, $key, $least) = @_; return integer($pairs, $pairs->{''} . $key, $least) }

# The same pairs, seen from the lead-in.
sub of_lead_in { my ($pairs) = @_; return {%$pairs, '' => 'lead_'} }

sub shown { return "'" . substr($_[0], 0, MOST_SHOWN) . "'" }

# The verb and the pairs of a line.
sub decode {
    my ($line) = @_;
    my ($verb, @words) = split / /, $line, -1;
    my %pairs = ('' => '');
    for my $word (@words) {
        my ($key, $value) = $word =~ m{\A([a-z][a-z0-9_]*)=((?:[A-Za-z0-9._~/:,+-]|%(?!00)[0-9A-Fa-f]{2})*)\z}
            or die shown($word) . " is no key=value\n";
        die "$key comes twice\n" if exists $pairs{$key};
        $value =~ s/%(..)/chr hex $1/ge;
        $pairs{$key} = $value;
    }
    return ($verb // '', \%pairs);
}

# ---- Replies

# A reply as a line.
sub encode {
    my ($verb, %values) = @_;
    my @words = ($verb);
    for my $key (sort keys %values) {
        (my $value = $values{$key}) =~ s{([^A-Za-z0-9._~/:,+-])}{sprintf '%%%02X', ord $1}ge;
        push @words, "$key=$value";
    }
    return join(' ', @words) . "\n";
}

# ---- Clock

sub now_ns { return int(clock_gettime(CLOCK_MONOTONIC) * 1e9) }

# The smallest step of the clock that was seen.
sub clock_step_ns {
    my @readings = map { now_ns() } 1 .. CLOCK_READINGS;
    my @steps    = grep { $_ >= 1 } map { $readings[$_] - $readings[$_ - 1] } 1 .. $#readings;
    return @steps ? min(@steps) : 1;
}

# Return at a time of the clock, at once if it has passed; a sleep alone would end late.
sub wait_until {
    my ($start_ns) = @_;
    while ((my $left_ns = $start_ns - AWAKE_BEFORE_NS - now_ns()) > 0) {
        nanosleep($left_ns);
    }
    1 while now_ns() < $start_ns;
}

# ---- Counters

my $schedstat;
open($schedstat, '<', '/proc/self/schedstat') or undef $schedstat;

# Time runnable but not running; undef if the system does not say.
sub queue_ns {
    return undef if !$schedstat;
    seek $schedstat, 0, 0;
    my ($ran_ns, $queue_ns) = split ' ', readline $schedstat;
    return $ran_ns ? $queue_ns : undef;    # a system that does not count says 0
}

# The resources used between two readings.
sub spent {
    my ($before, $after) = @_;
    my %figures = map { $_ => sprintf '%.0f', ($after->{$_} - $before->{$_}) * 1e9 } qw(user_ns system_ns);
    return %figures;
}

sub usage {
    my ($user, $system) = times;
    return {user_ns => $user, system_ns => $system};
}

# ---- Windows

# Wait until a piece of work is due, counted from 0; when it was, undef if the window is over.
sub next_in {
    my ($window, $number) = @_;
    my $due_ns = $window->{every_ns} ? $window->{start_ns} + $number * $window->{every_ns} : now_ns();
    return undef if $due_ns >= $window->{end_ns};
    wait_until($due_ns) if $window->{every_ns};
    return now_ns() < $window->{end_ns} ? $due_ns : undef;
}

# Write the moments to a file, as integers of the machine.
sub write_moments {
    my ($window, $path) = @_;
    open(my $file, '>:raw', $path) or die "$path: $!\n";
    print {$file} pack('q*', @{$window->{moments}}) or die "$path: $!\n";
    close($file) or die "$path: $!\n";
}

# The window of a request, undef if it has none: a span of time that is filled with work, and the moments of that work.
sub window_of {
    my ($pairs) = @_;
    return undef if !exists $pairs->{end_ns};
    text($pairs, 'moments');
    my $every_ns = exists $pairs->{every_ns} ? integer($pairs, 'every_ns', 1) : 0;
    return {start_ns => integer($pairs, 'start_ns', 0), end_ns => integer($pairs, 'end_ns', 1), every_ns => $every_ns,
        moments => []};
}

# ---- Heap

my @kept;

# Take memory in pieces and give most of it back: of 64 pieces one is kept. Returns the bytes of all pieces.
sub use_heap {
    my ($heap_bytes) = @_;
    my ($taken, @pieces) = (0);
    while ($taken < $heap_bytes) {
        my $size = 16 + 97 * @pieces % 1000;
        push @pieces, 'x' x $size;
        $taken += $size;
    }
    push @kept, map { $pieces[64 * $_] } 0 .. $#pieces / 64 if @pieces;
    @pieces = ();
    my $large = 'x' x 65_536;
    return $taken;
}

# ---- Adapters

# A job's adapter, jobs/JOB.pl, defines in the package Adapter: prepare($pairs), which gives a task, arrange($task,
# $iterations), iterate($task, $iterations), and if it knows better than these, fill($task, $window), check($task,
# $pairs) and crash($task, $after). The kit makes two tasks: the work, and its lead-in.

# Fill a window with work, iteration by iteration; return the work done.
sub fill {
    my ($task, $window) = @_;
    my $work = 0;
    for (my $number = 0; defined(my $begins_ns = next_in($window, $number)); $number++) {
        $work += Adapter::iterate($task, 1);
        push @{$window->{moments}}, $begins_ns, now_ns();
    }
    return $work;
}

# Do one iteration, or die in the middle of it; return what proves it.
sub check_work {
    my ($task, $pairs) = @_;
    Adapter::arrange($task, 1);
    if (exists $pairs->{crash_after}) {
        die "crash_after is not for this job\n" if !defined &Adapter::crash;
        Adapter::crash($task, integer($pairs, 'crash_after', 0));
    }
    return (work => Adapter::iterate($task, 1));
}

# So many texts that end in a number from 0 on.
sub numbered { my ($prefix, $count) = @_; return map { "$prefix$_" } 0 .. $count - 1 }

# The output of each iteration.
sub outputs { my ($prefix, $iterations) = @_; return numbered("$prefix.", $iterations) }

# What hands out so many of a method's records; if it asks for more, this process ends at once.
sub crashing {
    my ($next, $left) = @_;
    return sub { return $next->() if $left-- > 0; kill 'KILL', $$; require POSIX; POSIX::_exit(1) };
}

# So many bytes: the letters from a to z, again and again.
sub letters { my ($size) = @_; return substr join('', 'a' .. 'z') x ($size / 26 + 1), 0, $size }

# ---- Verbs

my ($job, $work, $lead_in);
my $is_prepared = 0;
my %answers     = (hello => \&hello, prepare => \&prepare, measure => \&measure, check => \&check, bye => sub { ('bye') });

sub hello {
    my ($pairs) = @_;
    my $version = integer($pairs, 'protocol', 0);
    die "protocol is $version, this kit speaks ${\PROTOCOL}\n" if $version != PROTOCOL;
    my %heap = exists $pairs->{heap_bytes} ? (heap_bytes => use_heap(integer($pairs, 'heap_bytes', 0))) : ();
    return ('hello', protocol => PROTOCOL, language => 'perl', runtime => sprintf('perl %vd', $^V),
        clock_step_ns => clock_step_ns(), %heap);
}

sub prepare {
    my ($pairs) = @_;
    $is_prepared = 0;    # a request that fails midway leaves nothing to measure
    my $name = text($pairs, 'job');
    die "job is ${\shown($name)}, this worker does '$job'\n" if $name ne $job;
    $work        = Adapter::prepare($pairs);
    $lead_in     = Adapter::prepare(of_lead_in($pairs));
    $is_prepared = 1;
    return 'ready';
}

sub measure {
    my ($pairs) = @_;
    die "measure before prepare\n" if !$is_prepared;
    my $iterations         = integer($pairs, 'iterations', 1);
    my $lead_in_iterations = integer($pairs, 'lead_in',    0);
    my $start_ns           = exists $pairs->{start_ns} ? integer($pairs, 'start_ns', 0) : 0;
    my $window             = window_of($pairs);
    my $fill               = defined &Adapter::fill ? \&Adapter::fill : \&fill;
    Adapter::arrange($work, $iterations);
    if ($lead_in_iterations > 0) {
        Adapter::arrange($lead_in, $lead_in_iterations);
        Adapter::iterate($lead_in, $lead_in_iterations);
    }
    wait_until($start_ns);
    my $before          = usage();
    my $queue_before_ns = queue_ns();
    my $began_ns        = now_ns();
    my $done            = $window ? $fill->($work, $window) : Adapter::iterate($work, $iterations);
    my $ended_ns        = now_ns();
    my $queue_after_ns  = queue_ns();
    my $after           = usage();
    my %figures = (wall_ns => $ended_ns - $began_ns, work => $done, spent($before, $after));
    $figures{queue_ns} = $queue_after_ns - $queue_before_ns if defined $queue_before_ns;
    if ($window) {
        write_moments($window, text($pairs, 'moments'));
        $figures{began_ns} = $began_ns;
    }
    return ('sample', %figures);
}

sub check {
    my ($pairs) = @_;
    die "check before prepare\n" if !$is_prepared;
    return ('checked', (defined &Adapter::check ? \&Adapter::check : \&check_work)->($work, $pairs));
}

# ---- The worker

sub load {
    my ($path) = @_;
    defined(do $path) or die $@ || "$path: $!", "\n";
}

die "usage: kit.pl ADAPTER METHOD [PADDING]; iotrial starts it\n" if @ARGV < 2;
my ($adapter_path, $method_path) = @ARGV;
$job = basename($adapter_path, '.pl');
load($method_path);
load($adapter_path);
open(my $requests, '<&=', REQUESTS) or die "descriptor 3: $!\n";
open(my $replies,  '>&=', REPLIES)  or die "descriptor 4: $!\n";
binmode $_ for $requests, $replies;
$replies->autoflush(1);
while (defined(my $line = <$requests>)) {
    last if $line !~ s/\n\z//;
    my ($verb, @reply);
    my $is_done = eval {
        ($verb, my $pairs) = decode($line);
        my $answer = $answers{$verb} or die "unknown verb ${\shown($verb)}\n";
        @reply = $answer->($pairs);
        1;
    };
    if (!$is_done) {
        chomp(my $reason = $@);
        print {*STDERR} "$reason\n" if $reason =~ / at .+ line [0-9]+\.\z/s;    # a mistake that the runtime found
        $reason =~ s/ at .+ line [0-9]+\.\z//s;
        ($verb, @reply) = ('error', 'error', message => $reason);
    }
    print {$replies} encode(@reply) or exit 1;
    last if $verb eq 'bye';
}
exit 0;
