// Puts together what people see of a domain's records: what to publish, and what DNS has of it.
import type { Domain, ShownDomain, ShownKey, ShownRecord } from '../domain.ts';
import type { DkimKey } from '../keys/dkim-key.ts';
import { hostOfRecord, listDomainRecords, type MailHost } from './dns-records.ts';
import type { RecordWithState } from './domain-status.ts';
import { matchStates, type RecordState } from './record-state.ts';
import { listTrackingCaa } from './tracking-caa.ts';

/**
 * The records of a domain, each with its state. New records of a domain that was never verified are not started; of any
 * other domain they are waited for.
 */
export function recordsWithStates(
  domain: Domain,
  keys: readonly DkimKey[],
  states: readonly RecordState[],
  mailHost: MailHost,
  now: Date,
): RecordWithState[] {
  const isStarted = states.some(({ status }) => status !== 'not_started');
  const records = [
    ...listDomainRecords(domain, keys, mailHost),
    ...listTrackingCaa(domain, states, mailHost),
  ];
  const matched = matchStates(
    records.map(({ key }) => key),
    states,
    isStarted ? 'pending' : 'not_started',
    now,
  );
  return records.map((record, index) => ({ record, state: matched[index] as RecordState }));
}

/** The domain as people see it. */
export function toShownDomain(
  domain: Domain,
  keys: readonly DkimKey[],
  { states, checkedAt }: { states: readonly RecordState[]; checkedAt: Date | null },
  mailHost: MailHost,
): ShownDomain {
  const records = recordsWithStates(domain, keys, states, mailHost, domain.updatedAt);
  const dmarc = records.find(({ record }) => record.record === 'DMARC');
  return {
    ...domain,
    records: records.map(toShownRecord),
    checkedAt,
    dmarcPolicy: dmarc?.state.policy ?? null,
  };
}

function toShownRecord({ record, state }: RecordWithState): ShownRecord {
  const { record: purpose, name, type, value, priority, neededFor, dkimKey } = record;
  const { status, found, detail, problem, seenAt: lastSeenAt } = state;
  return {
    record: purpose,
    name,
    host: hostOfRecord(name),
    type,
    value,
    priority,
    isRequired: neededFor !== null,
    status,
    found,
    detail,
    problem,
    lastSeenAt,
    key: dkimKey ? toShownKey(dkimKey) : null,
  };
}

function toShownKey({ state, createdAt, retiresAt }: DkimKey): ShownKey {
  return { state, createdAt, retiresAt };
}
