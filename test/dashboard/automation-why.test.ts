// Why an event has started no run of an automation, when a schedule is due, and batches and enrolments in words.
import { expect } from 'chai';
import {
  batchBadge,
  countsWords,
  refetchDelay,
  skippedRows,
  stateSentence,
  typeWords,
} from '../../dashboard/resources/automations/record/batches/batch-words.ts';
import {
  type EnrolDraft,
  enrolBody,
  enrolLabel,
  notReadyWords,
  typedFor,
} from '../../dashboard/resources/automations/record/enrol/enrol-words.ts';
import {
  scheduleSentence,
  whyCounts,
  whyWords,
} from '../../dashboard/resources/automations/record/why/why-words.ts';
import {
  AUTOMATION_BATCH_STATUSES,
  AUTOMATION_BATCH_TYPES,
} from '../../shared/contract/automation-batches/values.ts';

const AUTOMATION = { id: 'a', domain: 'acme.dev', created_at: '2026-11-20T12:00:00.000Z' };
type Shown = Parameters<typeof whyWords>[0];
const event = (parts: Partial<Shown> = {}): Shown => ({
  event: 'paid',
  domain: 'acme.dev',
  created_at: '2026-11-21T12:00:00.000Z',
  waits_resolved: 0,
  automations: [],
  ...parts,
});
const outcome = (automation_id: string, reason: Shown['automations'][number]['reason']) => ({
  automation_id,
  run_id: reason === null ? 'r' : null,
  reason,
});

describe('Why an automation has started no run, in words', () => {
  it('is said of this automation, whatever the event has done in others or to waits', () => {
    const cases: readonly (readonly [Partial<Shown>, string])[] = [
      [{ automations: [outcome('b', 'once'), outcome('a', null)], waits_resolved: 3 }, '1 run started'],
      [{ automations: [outcome('b', null), outcome('a', 'quota')] }, 'None: the quota of runs is used up'],
      // What it had started before its domain was deleted stays true.
      [{ automations: [outcome('a', 'once')], domain: null }, 'None: the address entered before'],
      [{ automations: [outcome('b', null)] }, 'None: the automation had another trigger'],
      [{ created_at: '2026-11-20T11:59:59.999Z' }, 'None: the automation did not exist yet'],
      [{ domain: 'b.dev' }, 'None: the event was for b.dev, not acme.dev'],
      [{ domain: null }, 'None: the domain of the event was deleted'],
      [
        { event: 'service:enroll', automations: [outcome('b', 'once')] },
        'None: the event was about another automation',
      ],
    ];
    for (const [parts, label] of cases) expect(whyWords(event(parts), AUTOMATION).label).to.equal(label);
  });

  it('is counted by its sentence, the most frequent one first', () => {
    const once = event({ automations: [outcome('a', 'once')] });
    const run = event({ automations: [outcome('a', null)] });
    expect(whyCounts([run, once, once], AUTOMATION)).to.deep.equal([
      { reason: 'No run: the address entered before, and each address can enter only once.', count: 2 },
      { reason: 'A run started.', count: 1 },
    ]);
    expect(whyCounts([], AUTOMATION)).to.deep.equal([]);
  });

  it('is the time of a schedule, read in its zone', () => {
    const now = new Date('2026-11-20T12:00:00.000Z');
    const timezone = 'Europe/Berlin';
    const due =
      'This automation starts on Saturday 21 November 2026 at 09:00 GMT+1, Europe/Berlin, in 20 h, for all contacts in its audience.';
    const words = (at: string) => scheduleSentence({ at, timezone }, now).replace('Saturday,', 'Saturday');
    expect(words('2026-11-21T09:00:00')).to.equal(due);
    expect(words('2026-11-21T08:00:00Z')).to.equal(due);
    expect(words('2026-11-21T03:00-05:00')).to.equal(due);
    expect(words('2026-11-19T09:00')).to.include('started on Thursday');
  });
});

describe('A batch of an automation, in words', () => {
  const counts = { total: 3_000, done: 1_200, skipped: 4, failed: 0 };

  it('says what it does, how far it is and what its state means', () => {
    expect(AUTOMATION_BATCH_TYPES.map((type) => typeWords({ type }))).to.deep.equal([
      'Schedule',
      'Enrolment',
      'Retry',
      'Cancellation',
    ]);
    for (const status of AUTOMATION_BATCH_STATUSES) {
      expect(batchBadge({ status }).label.toLowerCase()).to.equal(status === 'pending' ? 'waiting' : status);
      expect(stateSentence({ status })).to.match(/\.$/);
    }
    expect(countsWords({ type: 'enroll', counts })).to.equal(
      '1,204 of 3,000 contacts: 1,200 started, 4 skipped',
    );
    const one = { total: 1, done: 0, skipped: 0, failed: 1 };
    expect(countsWords({ type: 'retry', counts: one })).to.equal('1 run: 1 failed');
    expect(countsWords({ type: 'cancel', counts: { ...one, total: null } })).to.equal('Not counted yet');
    expect(countsWords({ type: 'schedule', counts: { ...one, failed: 0, total: 0 } })).to.equal('0 contacts');
  });

  it('says every reason for which something was skipped, the most frequent one first', () => {
    const reasons = { active: 1, once: 2, limit: 3, quota: 4, deleted: 5, left: 6, disabled: 7 };
    const rows = skippedRows({ skipped_reasons: reasons });
    expect(rows.map(({ count }) => count)).to.deep.equal([7, 6, 5, 4, 3, 2, 1]);
    for (const { reason } of rows) expect(reason).to.match(/^[A-Z].* .*\.$/);
    expect(skippedRows({ skipped_reasons: { new_one: 1 } })).to.deep.equal([{ reason: 'new_one', count: 1 }]);
  });

  it('is looked at again until it has ended, and after its time if that is to come', () => {
    const now = new Date('2026-11-20T12:00:00.000Z');
    const looks = AUTOMATION_BATCH_STATUSES.map((status) => refetchDelay({ status, at: null }, now));
    expect(looks).to.deep.equal([2_000, 2_000, undefined, undefined, undefined, undefined]);
    const due = (at: string) => refetchDelay({ status: 'pending', at }, now);
    expect(due('2026-11-20T13:00:00.000Z')).to.equal(3_602_000);
    expect(due('2026-11-20T11:00:00.000Z')).to.equal(2_000);
    expect(due('2027-11-20T12:00:00.000Z')).to.equal(2 ** 31 - 1);
  });
});

describe('An enrolment', () => {
  const draft = (parts: Partial<EnrolDraft>): EnrolDraft => ({
    kind: 'all',
    contact: { id: 'c', label: 'bo@customer.dev' },
    segmentId: 's',
    typed: '',
    ...parts,
  });

  it('is held until it is known who, how many, and from a thousand on until their number is typed', () => {
    expect(notReadyWords(draft({ kind: 'contact', contact: undefined }), undefined)).to.equal(
      'Choose a contact first.',
    );
    expect(notReadyWords(draft({ kind: 'segment', segmentId: undefined }), undefined)).to.equal(
      'Choose a segment first.',
    );
    expect(notReadyWords(draft({}), undefined)).to.equal('Contacts are being counted.');
    expect(notReadyWords(draft({}), 0)).to.equal('This selection has no contacts.');
    expect(notReadyWords(draft({}), 999)).to.equal(undefined);
    expect(notReadyWords(draft({ typed: '999' }), 1_000)).to.equal('Type 1000 first.');
    expect(notReadyWords(draft({ typed: ' 1000 ' }), 1_000)).to.equal(undefined);
    expect([typedFor('unknown'), typedFor(undefined), typedFor(999)]).to.deep.equal([
      'enrol',
      undefined,
      undefined,
    ]);
    expect(notReadyWords(draft({ typed: 'enrol' }), 'unknown')).to.equal(undefined);
    expect([enrolLabel(1), enrolLabel(1_204), enrolLabel('unknown')]).to.deep.equal([
      'Enrol 1 contact',
      'Enrol 1,204 contacts',
      'Enrol',
    ]);
  });

  it('names exactly one thing', () => {
    expect(enrolBody(draft({ kind: 'contact' }))).to.deep.equal({ contact_id: 'c' });
    expect(enrolBody(draft({ kind: 'segment' }))).to.deep.equal({ segment_id: 's' });
    expect(enrolBody(draft({}))).to.deep.equal({ all: true });
  });
});
