// A command that is ended by a signal stops its programs and removes what it has half made.
import { BackupError } from './backup-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does some work that a signal to the process aborts. @throws BackupError when it was aborted */
export async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } catch (cause) {
    if (!interruption.signal.aborted) throw cause;
    throw new BackupError('It was interrupted, and nothing was saved.', { cause });
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
