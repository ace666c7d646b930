// CPU time of the processes of a run, as Linux's scheduler counts it: what a mail costs in each of them. It is meaningful
// even on a machine that does other things, where a rate says little.
import { readdirSync, readFileSync } from 'node:fs';

/** Processes that belong to the bench, and cost the same for all that it measures. */
export const OF_THE_BENCH: ReadonlySet<string> = new Set(['load', 'sink']);

const NANOSECONDS_PER_MICROSECOND = 1_000;
/** Clock ticks per second as user space sees them: 100 on every Linux that Node runs on. */
const MICROSECONDS_PER_TICK = 1e6 / 100;
/** Fields of /proc/<pid>/stat, counted from the state, which is the first field after the name in parentheses. */
const PARENT = 1;
const ENDED_CHILDREN = { user: 13, system: 14 };

/**
 * In nanoseconds per thread, not in the ticks of `stat`: in turns of half a second, what dozens of backends of Postgres round off is 1 %.
 * Children that have ended are known in ticks only, threads that have ended not at all: what runs has a fixed number of them.
 * @returns microseconds of CPU that a process and its children have used; undefined where the system does not report it
 */
export function cpuMicroseconds(pid: number): number | undefined {
  const own = readStat(pid);
  const ofOwn = usedBy(pid);
  if (!own || ofOwn === undefined) return undefined;
  const used = childrenOf(pid).reduce((sum, child) => sum + (usedBy(child) ?? 0), ofOwn);
  const ended = Number(own[ENDED_CHILDREN.user]) + Number(own[ENDED_CHILDREN.system]);
  return used + ended * MICROSECONDS_PER_TICK;
}

/** Microseconds of all threads of a process; undefined when it has ended. */
function usedBy(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map(
      (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
    );
    return times.reduce((sum, time) => sum + Number(time), 0) / NANOSECONDS_PER_MICROSECOND;
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => Number(readStat(child)?.[PARENT]) === pid);
}

function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
