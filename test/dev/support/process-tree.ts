// Which processes a house consists of, seen from outside: by parent, and by what their command lines name.
import { spawnSync } from 'node:child_process';

/** A process as ps shows it. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  state: string;
  command: string;
}

/** All living processes of the machine; a zombie is not living. */
export function listProcesses(): ProcessEntry[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, state = '', command = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      state,
      command,
    }))
    .filter(({ state }) => !state.startsWith('Z'));
}

/** The processes below `root`, itself included. */
export function processTree(root: number): ProcessEntry[] {
  const all = listProcesses();
  const found = all.filter(({ pid }) => pid === root);
  for (const entry of found) found.push(...all.filter(({ parent }) => parent === entry.pid));
  return found;
}

/** Those of `entries` that still live. */
export function survivors(entries: ProcessEntry[]): ProcessEntry[] {
  const now = listProcesses();
  return entries.filter(({ pid, command }) =>
    now.some((entry) => entry.pid === pid && entry.command === command),
  );
}

/** Kills all of them at once, those too that end by themselves when another one is gone. */
export function killAll(entries: ProcessEntry[]): void {
  for (const { pid } of entries) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
