// The result of one check of `ops check`.
import type { OpsDeps } from '../verb.ts';

/** A line: a met requirement, or what to do. */
export interface Finding {
  /** The checked thing. */
  check: string;
  /** `advice`: the service works without it, but should have it. */
  status: 'met' | 'advice' | 'unmet';
  /** One sentence; of an unmet line also what to do. */
  message: string;
}

/** Checks one thing. The result is a finding, even for a broken thing; a rejection is unexpected. */
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
