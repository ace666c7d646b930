// The status of a domain, from the records that its uses need. A use (sending, receiving) with good records works
// although records of the other one are missing.
import type { Domain, DomainStatus } from '../domain.ts';
import type { Capability, DomainRecord } from './dns-records.ts';
import { countsAsGood, type RecordState } from './record-state.ts';

/** A record and its state. */
export interface RecordWithState {
  record: DomainRecord;
  state: RecordState;
}

type UseStatus = Extract<DomainStatus, 'not_started' | 'pending' | 'verified' | 'failed'>;

/** The status that follows from the records. @param records all of the domain */
export function statusOf(
  {
    isVouched,
    sendingEnabled,
    receivingEnabled,
  }: Pick<Domain, 'isVouched' | 'sendingEnabled' | 'receivingEnabled'>,
  records: readonly RecordWithState[],
): DomainStatus {
  if (isVouched) return 'verified';
  const statusFor = (use: Capability) =>
    useStatus(records.filter(({ record }) => record.neededFor === use).map(({ state }) => state));
  if (!sendingEnabled) return statusFor('receiving');
  const sending = statusFor('sending');
  // Without what signs its mail a domain has no partial status.
  if (!receivingEnabled || sending !== 'verified') return sending;
  const receiving = statusFor('receiving');
  if (receiving === 'verified') return 'verified';
  return receiving === 'failed' ? 'partially_failed' : 'partially_verified';
}

function useStatus(states: readonly RecordState[]): UseStatus {
  if (states.every(countsAsGood)) return 'verified';
  if (states.some(({ status }) => status === 'failed')) return 'failed';
  return states.every(({ status }) => status === 'not_started') ? 'not_started' : 'pending';
}
