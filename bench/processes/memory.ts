// The memory that processes have to themselves (RssAnon, proc(5)): heaps, buffers and stacks, without the program and
// without what Postgres shares.
import { readFileSync } from 'node:fs';

/** The largest sum of memory. */
export interface PeakMemory {
  /** Bytes now. */
  now(): number;
  /** Ends the watching. @returns the most bytes since it began */
  end(): number;
}

const EVERY_MS = 20;
const KILOBYTE = 1_024;

/** Watches some processes and their children. */
export function watchMemory(pids: readonly number[]): PeakMemory {
  const now = () => pids.reduce((sum, pid) => sum + ownBytes(pid), 0);
  let most = 0;
  const look = () => {
    most = Math.max(most, now());
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    now,
    end() {
      clearInterval(timer);
      look();
      return most;
    },
  };
}

function ownBytes(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + anonymousBytes(each), 0);
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((child) => child !== '')
    .map(Number);
}

function anonymousBytes(pid: number): number {
  const [, kilobytes = 0] = /^RssAnon:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes) * KILOBYTE;
}

/** Empty when the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
