// The memory of a process, from the operating system.
import { readFileSync } from 'node:fs';

/** Bytes of a field of /proc/<pid>/status (proc(5)); 0 for a process that has ended. */
export function memoryOf(pid: number, field: 'VmRSS' | 'RssShmem'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
