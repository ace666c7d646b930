// When a domain is checked again, and which status follows from its records.
import { expect } from 'chai';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../../shared/platform/time/durations.ts';
import type { RecordStatus } from '../../../../../../shared/resources/messaging/domains/domain.ts';
import type { Capability } from '../../../../../../shared/resources/messaging/domains/records/dns-records.ts';
import {
  type RecordWithState,
  statusOf,
} from '../../../../../../shared/resources/messaging/domains/records/domain-status.ts';
import { newRecordState } from '../../../../../../shared/resources/messaging/domains/records/record-state.ts';
import { nextCheckAt } from '../../../../../../shared/resources/messaging/domains/records/schedule.ts';

const NOW = new Date('2026-11-22T10:00:00.000Z');

function judged(
  status: RecordStatus,
  neededFor: Capability | null = 'sending',
  { ageMs = 0, misses = 0, record = 'SPF' as 'SPF' | 'DKIM' | 'DMARC' } = {},
): RecordWithState {
  const state = { ...newRecordState(`${record} x`, status, new Date(NOW.getTime() - ageMs)), misses };
  const value = { key: state.key, record, name: 'acme.dev', type: 'TXT', value: '', priority: null } as const;
  return { record: { ...value, neededFor }, state };
}

describe('the next check of a domain', () => {
  const waitOf = (records: RecordWithState[], random = 0) => {
    const next = nextCheckAt(records, NOW, random);
    return next && next.getTime() - NOW.getTime();
  };

  it('comes each minute for an hour, hourly to 72 hours, then daily until an answer decides', () => {
    expect(waitOf([judged('pending')])).to.equal(MINUTE_MS);
    expect(waitOf([judged('pending', 'sending', { ageMs: HOUR_MS - 1 })])).to.equal(MINUTE_MS);
    expect(waitOf([judged('pending', 'sending', { ageMs: HOUR_MS })])).to.equal(HOUR_MS);
    expect(waitOf([judged('pending', 'sending', { ageMs: 72 * HOUR_MS })])).to.equal(DAY_MS);
  });

  it('comes hourly for a verified domain, and a quarter of an hour after a miss', () => {
    expect(waitOf([judged('verified'), judged('verified', 'receiving')])).to.equal(HOUR_MS);
    expect(waitOf([judged('verified'), judged('verified', 'sending', { misses: 1 })])).to.equal(
      15 * MINUTE_MS,
    );
    expect(waitOf([judged('verified'), judged('temporary_failure', 'sending', { misses: 3 })])).to.equal(
      HOUR_MS,
    );
  });

  it('comes daily for 30 days after a failure, then not before a client asks', () => {
    expect(waitOf([judged('failed', 'sending', { ageMs: 30 * DAY_MS - 1 })])).to.equal(DAY_MS);
    expect(waitOf([judged('failed', 'sending', { ageMs: 30 * DAY_MS })])).to.equal(null);
    expect(waitOf([judged('not_started')])).to.equal(null);
  });

  it('waits only for what a failed domain lacks, not hourly for what it has', () => {
    expect(waitOf([judged('verified'), judged('failed')])).to.equal(DAY_MS);
    expect(waitOf([judged('verified'), judged('failed', 'sending', { ageMs: 31 * DAY_MS })])).to.equal(null);
    expect(waitOf([judged('verified'), judged('failed', 'receiving')])).to.equal(HOUR_MS);
    expect(waitOf([judged('failed'), judged('pending', null, { record: 'DKIM' })])).to.equal(MINUTE_MS);
  });

  it('ends for a domain whose DNS has answered nothing for a month', () => {
    expect(waitOf([judged('pending', 'sending', { ageMs: 34 * DAY_MS })])).to.equal(null);
  });

  it('does not wait for recommended records, but for the key of a rotation', () => {
    expect(waitOf([judged('verified'), judged('pending', null, { record: 'DMARC' })])).to.equal(HOUR_MS);
    expect(waitOf([judged('verified'), judged('pending', null, { record: 'DKIM' })])).to.equal(MINUTE_MS);
  });

  it('varies by up to a tenth, so that domains do not stay together', () => {
    expect(waitOf([judged('verified')], 1)).to.equal(0.9 * HOUR_MS);
    expect(waitOf([judged('pending')], 1)).to.equal(MINUTE_MS);
  });
});

describe('the status of a domain', () => {
  const both = { isVouched: false, sendingEnabled: true, receivingEnabled: true };
  const sendOnly = { ...both, receivingEnabled: false };
  const receiveOnly = { ...both, sendingEnabled: false };

  for (const [sending, receiving, status] of [
    ['not_started', 'not_started', 'not_started'],
    ['pending', 'pending', 'pending'],
    ['pending', 'verified', 'pending'],
    ['failed', 'verified', 'failed'],
    ['verified', 'pending', 'partially_verified'],
    ['verified', 'not_started', 'partially_verified'],
    ['verified', 'failed', 'partially_failed'],
    ['verified', 'verified', 'verified'],
    ['temporary_failure', 'temporary_failure', 'verified'],
  ] as const) {
    it(`is ${status} with sending ${sending} and receiving ${receiving}`, () => {
      const records = [judged(sending), judged(receiving, 'receiving'), judged('failed', null)];
      expect(statusOf(both, records)).to.equal(status);
    });
  }

  it('follows the only use that is enabled', () => {
    expect(statusOf(sendOnly, [judged('verified'), judged('verified')])).to.equal('verified');
    expect(statusOf(sendOnly, [judged('verified'), judged('failed')])).to.equal('failed');
    expect(statusOf(receiveOnly, [judged('verified', 'receiving')])).to.equal('verified');
    expect(statusOf(receiveOnly, [judged('pending', 'receiving')])).to.equal('pending');
  });

  it('is verified while an operator vouches for the domain, whatever its records are', () => {
    expect(
      statusOf({ ...both, isVouched: true }, [judged('failed'), judged('failed', 'receiving')]),
    ).to.equal('verified');
  });
});
