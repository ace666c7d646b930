// The result of one check of `ops check`.
import type { OpsDeps } from '../verb.ts';

/** A line: what is met, or what to do. */
export interface Finding {
  /** What was looked at. */
  check: string;
  /** `advice`: the service works without it, but should have it. */
  status: 'met' | 'advice' | 'unmet';
  /** One sentence; of an unmet line also what to do. */
  message: string;
}

/** Looks at one thing. What it looks at is a finding, also when it is broken; a rejection is a surprise. */
export type Check = (deps: OpsDeps) => Promise<Finding[]>;

/** Builds the findings of one check. */
export function findingsOf(check: string) {
  const finding = (status: Finding['status']) => (message: string) => ({ check, status, message });
  return { met: finding('met'), advice: finding('advice'), unmet: finding('unmet') };
}

/** The words of an error, without the final dot; Node's errors for a host with several addresses have none. */
export function wordsOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return (message || code || String(error)).replace(/\.$/, '');
}
