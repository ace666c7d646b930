// What the operating system knows about a process. A pid alone proves nothing: after a kill or a reboot another process
// may have the same pid, so it is always checked together with the process's command line or start time.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** True while the process runs; a zombie, which only waits for its parent to collect it, counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs, as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return process.platform !== 'linux' || linuxStat(pid)?.state !== 'Z';
}

/** The process's command line, words joined by spaces; empty when it has ended or is not visible to us. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command');
  return (readOrUndefined(`/proc/${pid}/cmdline`) ?? '').split('\0').join(' ').trim();
}

/** When the process began, in a format of the system: equal only for the same process of the same boot. */
export function startedAt(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'lstart') || undefined;
  const stat = linuxStat(pid);
  const boot = readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim();
  return stat && `${boot}/${stat.startTicks}`;
}

/** proc(5): the name in parentheses may contain anything, so fields are counted from the last parenthesis. */
function linuxStat(pid: number): { state: string; startTicks: string } | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields?.[0];
  const startTicks = fields?.[19];
  return state && startTicks ? { state, startTicks } : undefined;
}

function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
