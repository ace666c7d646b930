// Time that is independent of what else the machine does.

/** @returns the CPU time that some work in this process takes, in milliseconds */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** @returns the CPU time of the longest turn of the event loop during some work, in milliseconds */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let before = process.cpuUsage();
  const endTurn = () => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.cpuUsage();
  };
  const watch = () => {
    endTurn();
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  isDone = true;
  endTurn();
  return longest;
}
