// CPU time of the processes of a run, as Linux counts it (proc(5)): what a mail costs in each of them. It is meaningful
// even on a machine that does other things, where a rate says little.
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second as user space sees them: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const MICROSECONDS = 1e6;
/** Fields of /proc/<pid>/stat, counted from the state, which is the first field after the name in parentheses. */
const PARENT = 1;
const TIMES = { user: 11, system: 12, endedChildrenUser: 13, endedChildrenSystem: 14 };

/**
 * @returns microseconds of CPU that a process and its children have used, including children that have ended;
 *   undefined where the system does not report it
 */
export function cpuMicroseconds(pid: number): number | undefined {
  const own = readStat(pid);
  if (!own) return undefined;
  const ticks = [own, ...childrenOf(pid)].map(ownTicks).reduce((sum, count) => sum + count, 0);
  const ended = Number(own[TIMES.endedChildrenUser]) + Number(own[TIMES.endedChildrenSystem]);
  return ((ticks + ended) / TICKS_PER_SECOND) * MICROSECONDS;
}

function ownTicks(stat: readonly string[]): number {
  return Number(stat[TIMES.user]) + Number(stat[TIMES.system]);
}

function childrenOf(pid: number): string[][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat !== undefined)
    .filter((stat) => Number(stat[PARENT]) === pid);
}

function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
