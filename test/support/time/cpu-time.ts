// Time that is independent of what else the machine does.

/** @returns the CPU time that some work in this process takes, in milliseconds */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
