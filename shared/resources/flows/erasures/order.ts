// The order of the phases of an erasure (docs/architecture/erasure.md#phases). The row of an erasure has the name of its phase, so a
// phase that moved up would be left out by the erasures that are in progress.

/**
 * Scheduled mail at once, before it is sent. Campaigns before emails: those on their way have new ids of their recipients by then.
 * Emails before the messages about them, and both before what requests have left, because requests read them.
 */
const FIRST = [
  'scheduled',
  'campaigns',
  'emails',
  'mentions',
  'messages',
  'logs',
  'answers',
  'imports',
  'audit',
  'events',
  'runs',
];
/** What was in progress is waited for when all else is done; then come the logs of requests that have read it since. */
const LAST = ['unfinished', 'late_logs'];

/** @param names of all phases. Those that are in no list come in between. @returns undefined: it is the last one */
export function phaseAfter(phase: string, names: readonly string[]): string | undefined {
  const others = names.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
  const ordered = [...FIRST, ...others, ...LAST];
  return ordered[ordered.indexOf(phase) + 1];
}
