// The processes of an `npm start`, seen from outside: by parent, and by their command lines. Tests that wait ask often,
// so on Linux it reads /proc: ps would take longer than the events that tests wait for.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { commandLine } from '../../../dev/processes/process-table.ts';

/** A living process. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  command: string;
}

interface Parentage {
  pid: number;
  parent: number;
  state: string;
}

/** The processes below `root`, including `root`. */
export function processTree(root: number): ProcessEntry[] {
  const all = listLiving();
  const found = all.filter(({ pid }) => pid === root);
  for (const entry of found) found.push(...all.filter(({ parent }) => parent === entry.pid));
  return found.map(({ pid, parent }) => ({ pid, parent, command: commandLine(pid) }));
}

/** The ones of `entries` that are still alive. */
export function survivors(entries: ProcessEntry[]): ProcessEntry[] {
  const now = new Set(listLiving().map(({ pid }) => pid));
  return entries.filter(({ pid, command }) => now.has(pid) && commandLine(pid) === command);
}

/** Kills all of them at once, including those that would end when another one is gone. */
export function killAll(entries: ProcessEntry[]): void {
  signalAll(entries, 'SIGKILL');
}

/** Sends a signal to each that is still there. */
export function signalAll(entries: ProcessEntry[], signal: NodeJS.Signals): void {
  for (const { pid } of entries) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** All processes of the machine, without zombies. */
function listLiving(): Parentage[] {
  const all = process.platform === 'linux' ? listFromProc() : listFromPs();
  return all.filter(({ state }) => !state.startsWith('Z'));
}

function listFromProc(): Parentage[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => readStat(pid)).filter((entry) => entry !== undefined);
}

/** proc(5): the name in parentheses may contain anything, so fields are counted from the last parenthesis. */
function readStat(pid: string): Parentage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(pid), parent: Number(parent), state };
  } catch {
    // The process has ended since it was listed.
    return undefined;
  }
}

function listFromPs(): Parentage[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state = '']) => ({ pid: Number(pid), parent: Number(parent), state }));
}
