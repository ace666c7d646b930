// Runs of the bulk lane wait for their turn, perhaps for hours. What they do late must not come closer to what follows.
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { waitFor } from '../../support/factories/automation-factories.ts';
import { type Steps, useRuns } from './use-runs.ts';

const delay = (key: string): Steps[number] => ({ key, type: 'delay', config: { duration: '2 hours' } });

describe('Begins the steps of a run that a batch or an import has started when it is their turn, so that a pause after a mail is never shorter than asked.', () => {
  const test = useRuns();
  const { clock } = test;
  const hoursFrom = (start: Date, hours: number) => new Date(start.getTime() + hours * HOUR_MS);
  const mails = async (): Promise<Steps> => {
    const step = await test.mailStep();
    return [step, delay('pause'), { ...step, key: 'second' }, delay('last')];
  };
  /** A run whose turn comes five hours late. */
  const startedLate = async (steps: Steps, lane: 'event' | 'bulk' = 'bulk') => {
    const id = await test.start(await test.automation(steps), { lane });
    clock.advance(5 * HOUR_MS);
    await test.advance(id);
    return id;
  };
  const timesOf = async (id: string) => {
    const rows = await test.query(
      `SELECT started_at AS "startedAt", completed_at AS "completedAt" FROM automation_step_runs
       WHERE run_id = $1 ORDER BY position`,
      [id],
    );
    return rows.map(({ startedAt, completedAt }) => [startedAt, completedAt]);
  };

  it('a delay after a late mail, and the mail after a late delay', async () => {
    const start = clock.now();
    const id = await startedLate(await mails());
    expect(await test.countEmails()).to.equal(1);
    expect(await test.read(id)).to.deep.include({ waitUntil: hoursFrom(start, 7) });
    clock.advance(2 * HOUR_MS - 1);
    expect(await test.wake()).to.deep.equal([]);
    clock.advance(3 * HOUR_MS + 1);
    await test.advance(...(await test.wake()));
    expect(await test.countEmails()).to.equal(2);
    expect(await test.read(id)).to.deep.include({ waitUntil: hoursFrom(start, 12) });
    clock.advance(2 * HOUR_MS);
    await test.advance(...(await test.wake()));
    expect(await timesOf(id)).to.deep.equal(
      [
        [5, 5],
        [5, 7],
        [10, 10],
        [10, 12],
      ].map((hours) => hours.map((each) => hoursFrom(start, each))),
    );
  });

  it('a wait after a late mail, which no event before it ends and which takes its whole time', async () => {
    const start = clock.now();
    const paid = waitFor('paid', { timeout: '2 hours' });
    const id = await test.start(await test.automation([await test.mailStep(), paid]), { lane: 'bulk' });
    clock.advance(HOUR_MS);
    await test.send('paid');
    clock.advance(4 * HOUR_MS);
    await test.advance(id);
    expect(await test.steps(id)).to.deep.equal(['mail completed', 'wait_paid waiting']);
    expect(await test.read(id)).to.deep.include({ waitUntil: hoursFrom(start, 7) });
    clock.advance(HOUR_MS);
    await test.send('paid');
    await test.advance(id);
    expect(await test.read(id)).to.include({ status: 'completed' });
    expect((await timesOf(id)).at(-1)).to.deep.equal([hoursFrom(start, 5), hoursFrom(start, 6)]);
  });

  it('but not a run that an event has started: it goes on as if it had been on time', async () => {
    const id = await startedLate(await mails(), 'event');
    expect(await test.countEmails()).to.equal(2);
    expect(await test.read(id)).to.include({ status: 'completed' });
  });

  it('and a step that is postponed keeps the time at which it has begun', async () => {
    const start = clock.now();
    const id = await test.start(await test.automation(await mails()), { lane: 'bulk' });
    clock.advance(HOUR_MS);
    await test.query(
      "INSERT INTO sending_switches (name, reason, tripped_at) VALUES ('pause', 'test', now())",
    );
    await test.advance(id);
    expect(await test.read(id)).to.deep.include({ postponedAt: hoursFrom(start, 1) });
    await test.query('DELETE FROM sending_switches');
    clock.advance(3 * HOUR_MS);
    await test.advance(...(await test.wake()));
    expect((await timesOf(id))[0]).to.deep.equal([hoursFrom(start, 1), hoursFrom(start, 4)]);
    expect(await test.read(id)).to.deep.include({ waitUntil: hoursFrom(start, 6) });
  });
});
