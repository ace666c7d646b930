// The state of one DNS record in words. Pure.
import type { ShownDnsRecord } from './purpose.ts';

/** The status of a record, for `Status`: a status for its dot, and words. */
export function recordBadge({ status, found, detail }: Pick<ShownDnsRecord, 'status' | 'found' | 'detail'>): {
  status: string;
  label: string;
} {
  if (status === 'verified') return { status, label: 'verified' };
  if (status === 'not_started') return { status, label: 'not checked yet' };
  const isSeen = found.length > 0;
  if (status === 'failed') return { status, label: isSeen ? 'wrong for 72 h' : 'not found for 72 h' };
  if (status === 'temporary_failure')
    return { status, label: isSeen ? 'changed, still valid' : 'missing, still valid' };
  // DNS has answered nothing so far.
  if (detail === null) return { status, label: 'waiting' };
  return isSeen
    ? { status: 'temporary_failure', label: 'found, wrong value' }
    : { status, label: 'not found' };
}
