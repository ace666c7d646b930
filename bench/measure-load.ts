// Measures what every scenario reports of a load in addition to its own figures: CPU and, with `--statements`,
// statements.
import { type Run, readCpuTimes } from './run.ts';
import type { RunResult } from './scenario.ts';

/** The result of a load. */
type LoadFigures = Pick<RunResult, 'figures' | 'messages'>;

/** Measures a load. */
export async function measureLoad(
  run: Run,
  load: () => Promise<LoadFigures>,
): Promise<Omit<RunResult, 'contender'>> {
  const { databases, statements } = run.servers;
  await databases.checkpoint();
  await statements?.reset();
  const before = readCpuTimes(run);
  const { figures, messages } = await load();
  const after = readCpuTimes(run);
  const cpuPerMessage = Object.fromEntries(
    Object.entries(after).map(([name, us]) => [name, (us - (before[name] ?? 0)) / messages]),
  );
  return { figures, messages, cpuPerMessage, statements: (await statements?.read(run.databaseName)) ?? [] };
}

export function perSecond(count: number, durationMs: number): number {
  return (count * 1_000) / durationMs;
}
