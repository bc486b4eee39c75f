# The Perl kit of the tests, and the least that a kit can be: a worker process that times one method of one job. The
# contract is kits/PROTOCOL.md. It has neither windows nor crashes nor a used heap, and Perl's core counts no faults.
use strict;
use warnings;
use File::Basename qw(basename);
use List::Util qw(min);
use Time::HiRes qw(clock_gettime nanosleep CLOCK_MONOTONIC);

use constant {PROTOCOL => 1, REQUESTS => 3, REPLIES => 4, CLOCK_READINGS => 1000, MOST_SHOWN => 40};
use constant AWAKE_BEFORE_NS => 1_000_000;    # a worker sleeps until then, and then only looks at the clock

# ---- Requests
# The value of a key that must be there, and that of one that must be a whole number of $least or more.
sub text { my ($pairs, $key) = @_; return $pairs->{$key} // die "$key is missing\n" }

sub integer {
    my ($pairs, $key, $least) = @_;
    my $text = text($pairs, $key);
    return $text + 0 if $text =~ /\A[0-9]{1,18}\z/ && $text >= $least;
    die "$key is ${\shown($text)}, not a whole number of $least or more\n";
}

# The same of $key, or for the lead-in of lead_KEY. A key of a request cannot be empty: there is room for a mark.
sub own_text { my ($pairs, $key) = @_; return text($pairs, $pairs->{''} . $key) }
sub own_integer { my ($pairs, $key, $least) = @_; return integer($pairs, $pairs->{''} . $key, $least) }

sub shown { return "'" . substr($_[0], 0, MOST_SHOWN) . "'" }

# The verb and the pairs of a line.
sub decode {
    my ($verb, @words) = split / /, $_[0], -1;
    my %pairs = ('' => '');
    for my $word (@words) {
        my ($key, $value) = $word =~ m{\A([a-z][a-z0-9_]*)=((?:[A-Za-z0-9._~/:,+-]|%(?!00)[0-9A-Fa-f]{2})*)\z}
            or die shown($word) . " is no key=value\n";
        die "$key comes twice\n" if exists $pairs{$key};
        $pairs{$key} = $value =~ s/%(..)/chr hex $1/ger;
    }
    return ($verb // '', \%pairs);
}

# ---- Replies
# A reply as a line.
sub encode {
    my ($verb, %values) = @_;
    s{([^A-Za-z0-9._~/:,+-])}{sprintf '%%%02X', ord $1}ge for values %values;
    return join(' ', $verb, map { "$_=$values{$_}" } sort keys %values) . "\n";
}

# ---- Clock
sub now_ns { return int(clock_gettime(CLOCK_MONOTONIC) * 1e9) }

sub clock_step_ns {
    my @readings = map { now_ns() } 1 .. CLOCK_READINGS;
    return min(1_000_000, grep { $_ >= 1 } map { $readings[$_] - $readings[$_ - 1] } 1 .. $#readings);
}

# Return at a time of the clock, at once if it has passed; a sleep alone would end late.
sub wait_until {
    my ($start_ns) = @_;
    while ((my $left_ns = $start_ns - AWAKE_BEFORE_NS - now_ns()) > 0) { nanosleep($left_ns) }
    1 while now_ns() < $start_ns;
}

# ---- Counters
my $is_counted = open(my $schedstat, '<', '/proc/self/schedstat');

# Time runnable but not running; undef if the system does not say.
sub queue_ns {
    my ($ran_ns, $queue_ns) = $is_counted && seek($schedstat, 0, 0) ? split ' ', readline $schedstat : ();
    return $ran_ns ? $queue_ns : undef;    # a system that does not count says 0
}

sub usage { return map { $_ * 1e9 } (times)[0, 1] }    # time of the CPU, the program's and the system's

# ---- Adapters
# A job's adapter, jobs/JOB.pl, defines in the package Adapter: prepare($pairs), which gives a task, arrange($task,
# $iterations) and iterate($task, $iterations). The kit makes two tasks: the work, and its lead-in. For adapters are the
# outputs of so many iterations, and so many letters from a to z.
sub outputs { my ($prefix, $iterations) = @_; return map { "$prefix.$_" } 0 .. $iterations - 1 }
sub letters { my ($size) = @_; return substr join('', 'a' .. 'z') x ($size / 26 + 1), 0, $size }

# ---- Verbs
die "usage: kit.pl ADAPTER METHOD [PADDING]; iotrial starts it\n" if @ARGV < 2;
my ($job, $work, $lead_in) = (basename($ARGV[0], '.pl'));

sub hello {
    my $version = integer($_[0], 'protocol', 0);
    die "protocol is $version, this kit speaks ${\PROTOCOL}\n" if $version != PROTOCOL;
    my $runtime = sprintf 'perl %vd', $^V;
    return ('hello', protocol => PROTOCOL, language => 'perl', runtime => $runtime, clock_step_ns => clock_step_ns());
}

sub prepare {
    my ($pairs) = @_;
    undef $work;    # a request that fails midway leaves nothing to measure
    die "job is ${\shown(text($pairs, 'job'))}, this worker does '$job'\n" if text($pairs, 'job') ne $job;
    ($work, $lead_in) = map { Adapter::prepare($_) } $pairs, {%$pairs, '' => 'lead_'};
    return 'ready';
}

sub measure {
    my ($pairs) = @_;
    die "measure before prepare\n" if !$work;
    my ($iterations, $lead_in_iterations) = (integer($pairs, 'iterations', 1), integer($pairs, 'lead_in', 0));
    my $start_ns = exists $pairs->{start_ns} ? integer($pairs, 'start_ns', 0) : 0;
    Adapter::arrange($work, $iterations);
    if ($lead_in_iterations > 0) {
        Adapter::arrange($lead_in, $lead_in_iterations);
        Adapter::iterate($lead_in, $lead_in_iterations);
    }
    wait_until($start_ns);
    my ($user_ns, $system_ns) = usage();
    my $queue_before_ns = queue_ns();
    my $began_ns        = now_ns();
    my $done            = Adapter::iterate($work, $iterations);
    my $ended_ns        = now_ns();
    my $queue_after_ns  = queue_ns();
    my @after           = usage();
    my @queue = defined $queue_before_ns ? (queue_ns => $queue_after_ns - $queue_before_ns) : ();
    my %spent = (user_ns => $after[0] - $user_ns, system_ns => $after[1] - $system_ns);
    $_ = sprintf '%.0f', $_ for values %spent;
    return ('sample', work => $done, wall_ns => $ended_ns - $began_ns, %spent, @queue);
}

sub check {
    die "check before prepare\n" if !$work;
    Adapter::arrange($work, 1);
    return ('checked', work => Adapter::iterate($work, 1));
}

# ---- The worker
for my $path (@ARGV[1, 0]) { defined(do $path) or die $@ || "$path: $!", "\n" }
open(my $requests, '<&=', REQUESTS) or die "descriptor 3: $!\n";
open(my $replies,  '>&=', REPLIES)  or die "descriptor 4: $!\n";
binmode $_ for $requests, $replies;
$replies->autoflush(1);
my %answers = (hello => \&hello, prepare => \&prepare, measure => \&measure, check => \&check, bye => sub { 'bye' });
while (defined(my $line = <$requests>)) {
    last if $line !~ s/\n\z//;
    my @reply = eval {
        my ($verb, $pairs) = decode($line);
        ($answers{$verb} or die "unknown verb ${\shown($verb)}\n")->($pairs);
    };
    print {*STDERR} $@ if $@ =~ / at .+ line [0-9]+\.\n\z/s;    # a mistake that the runtime found
    @reply = ('error', message => $@ =~ s/(?: at .+ line [0-9]+\.)?\n\z//sr) if $@;
    print {$replies} encode(@reply) or exit 1;
    last if $reply[0] eq 'bye';
}
exit 0;
