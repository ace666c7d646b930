// The state of a record: each move between two states, by answers of DNS and time alone.
import { expect } from 'chai';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../../shared/platform/time/durations.ts';
import type { RecordAnswer } from '../../../../../../shared/resources/messaging/domains/records/record-answer.ts';
import {
  afterVerify,
  matchStates,
  newRecordState,
  type RecordState,
  readStates,
  recordStateAfter,
} from '../../../../../../shared/resources/messaging/domains/records/record-state.ts';

const START = new Date('2026-11-22T10:00:00.000Z');
const at = (ms: number) => new Date(START.getTime() + ms);
const GOOD: RecordAnswer = { outcome: 'good', found: ['it'], detail: null };
const BAD: RecordAnswer = { outcome: 'bad', found: [], detail: 'There is none.' };
const SILENCE: RecordAnswer = { outcome: 'unanswered', found: [], detail: 'DNS did not answer in time.' };

/** The state after answers at these times. */
function play(
  state: RecordState,
  answers: readonly (readonly [ms: number, answer: RecordAnswer])[],
): RecordState {
  return answers.reduce((current, [ms, answer]) => recordStateAfter(current, answer, at(ms)), state);
}

describe('the state of a record', () => {
  const notStarted = newRecordState('DKIM ph1', 'not_started', START);
  const pending = afterVerify(notStarted, START);
  const verified = play(pending, [[MINUTE_MS, GOOD]]);
  const missed = play(verified, [
    [HOUR_MS, BAD],
    [HOUR_MS + 15 * MINUTE_MS, BAD],
  ]);
  const failing = play(missed, [[HOUR_MS + 30 * MINUTE_MS, BAD]]);

  it('becomes pending when its verification is asked for, and verified by a good answer', () => {
    expect(pending).to.include({ status: 'pending', since: START });
    expect(verified).to.include({ status: 'verified', misses: 0 });
    expect(verified.seenAt).to.deep.equal(at(MINUTE_MS));
    expect(verified.since).to.deep.equal(at(MINUTE_MS));
  });

  it('stays pending for 72 hours without the record, and is failed at the first answer after that', () => {
    const late = play(pending, [[72 * HOUR_MS - 1, BAD]]);
    expect(late).to.include({ status: 'pending', detail: 'There is none.' });
    expect(play(late, [[72 * HOUR_MS, SILENCE]]).status).to.equal('pending');
    expect(play(late, [[72 * HOUR_MS, BAD]])).to.include({ status: 'failed' });
  });

  it('is temporary_failure after three misses over 30 minutes, not after fewer or in less time', () => {
    expect(missed).to.include({ status: 'verified', misses: 2 });
    expect(failing).to.include({ status: 'temporary_failure', misses: 3 });
    const quick = [1, 2, 3, 4].map((minute) => [HOUR_MS + minute * MINUTE_MS, BAD] as const);
    expect(play(verified, quick)).to.include({ status: 'verified', misses: 4 });
  });

  it('forgets misses when the record is seen again', () => {
    const seen = play(missed, [[2 * HOUR_MS, GOOD]]);
    expect(seen).to.include({ status: 'verified', misses: 0, missedSince: null });
    expect(seen.since).to.deep.equal(verified.since);
  });

  it('is failed 72 hours after it became temporary_failure, and verified again by a good answer at any time', () => {
    const from = HOUR_MS + 30 * MINUTE_MS;
    expect(play(failing, [[from + 72 * HOUR_MS - 1, BAD]]).status).to.equal('temporary_failure');
    const failed = play(failing, [[from + 72 * HOUR_MS, BAD]]);
    expect(failed.status).to.equal('failed');
    expect(play(failing, [[DAY_MS, GOOD]]).status).to.equal('verified');
    expect(play(failed, [[10 * DAY_MS, GOOD]]).status).to.equal('verified');
  });

  it('is not changed by a hundred questions without an answer', () => {
    const silence = Array.from({ length: 100 }, (_, hour) => [hour * DAY_MS, SILENCE] as const);
    for (const state of [notStarted, pending, verified, missed, failing])
      expect(play(state, silence)).to.equal(state);
  });

  it('is waited for again by another verify when it has failed, and stays when it counts as good', () => {
    const failed = play(pending, [[72 * HOUR_MS, BAD]]);
    expect(afterVerify(failed, at(5 * DAY_MS))).to.deep.include({ status: 'pending', since: at(5 * DAY_MS) });
    expect(afterVerify(pending, at(HOUR_MS))).to.deep.include({ status: 'pending', since: at(HOUR_MS) });
    for (const state of [verified, missed, failing]) expect(afterVerify(state, at(DAY_MS))).to.equal(state);
    // Asking each second overtakes no check.
    expect(afterVerify(pending, at(MINUTE_MS - 1))).to.equal(pending);
  });

  it('is kept for records that a domain still needs, begins for new ones, and goes with others', () => {
    const states = matchStates(
      ['DKIM ph1', 'DKIM ph2'],
      [verified, newRecordState('SPF MX', 'pending', START)],
      'pending',
      START,
    );
    expect(states).to.deep.equal([verified, newRecordState('DKIM ph2', 'pending', START)]);
  });

  it('is stored as JSON', () => {
    expect(readStates(JSON.parse(JSON.stringify([failing, pending])))).to.deep.equal([failing, pending]);
  });
});
