// The machine on which the figures were measured, and whether it was idle.
import { cpus, loadavg, totalmem } from 'node:os';

/** Above this 1-minute load average other programs are at work. */
const IDLE_MAX = 0.5;
const GIB = 2 ** 30;

/** One line for the report. */
export function describeMachine(postgresVersion: string): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / GIB)} GiB`;
  return `${cpus().length} × ${first?.model.trim() || 'CPU'}, ${memory}, Node ${process.version.slice(1)}, ${postgresVersion}, everything on loopback`;
}

/** The load average of the last minute. */
export function loadAverage(): number {
  return loadavg()[0] ?? 0;
}

/** True when nothing else seems to run. */
export function isIdle(load: number): boolean {
  return load <= IDLE_MAX;
}
