"""The measuring of a run, from its study to its last sweep. Read in this order; each line is where a change belongs.

carry_out         the way of a run: session, ready, pilot, record, sweeps; `resume` goes it from the middle
  run_setting, running_session   what a run is given beside its study, and what its stages share
  run_levels, locations          a study's levels with their arms, on targets in folders that are removed at the end
  floor_programs, measured_files, budget_priority, this_host   floors; texts; who gives way; CPUs, counters, workers
ready             programs, inputs, then `verify` (do arms do their job, and how long do they take?) by `examination`
pilot             samples of one round in, a `PilotResult` out, by `warmup` and `sizing`: iterations, warm-up, blocks;
                  then the rounds of the budget, by `least_budget`
recorded, seal    run.json before the first sweep
sweeps            each sweep is played, stored and watched; evidence comes last
  scheduler, round               the order that is drawn, and one round: starts, warm-up, blocks, a row for each sample
  clock_checks, running_standings, precision   what looks at rows between rounds, and what may end a run
restore, profiled, check_methods, other_filesystems   a run that goes on, profiles, `iotrial check`, other places

The state of a level and its processes are in `workers`, which the probes use too: `state` has what is asked of a level,
what it is given, the shape of its rounds and its fate; `round_workers` and `group_round` start what an `arm_worker` or
a `worker_group` asks for samples.
"""
