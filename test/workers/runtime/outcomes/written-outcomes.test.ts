// Outcomes are remembered for a minute: a row that was taken back within it is recorded again, any other is freed and counted
// as a possible duplicate, not as the death of a worker.
import type { UUID } from 'node:crypto';
import { expect } from 'chai';
import { MINUTE_MS } from '../../../../shared/platform/time/durations.ts';
import { sendingWork } from '../../../../shared/resources/messaging/emails/delivery/work.ts';
import { freeOwnClaims } from '../../../../workers/runtime/claims/own-claims.ts';
import { WrittenOutcomes } from '../../../../workers/runtime/outcomes/written-outcomes.ts';
import {
  createClaimedEmail,
  newLease,
  outcomeOf,
  readRecipient,
} from '../../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { untilBlocked } from '../../../support/database/blocked-sessions.ts';
import { rememberRows } from '../../../support/database/rewind.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { createSignal } from '../../../support/time/signal.ts';
import { useAccountJob } from '../../support/use-job.ts';

describe('Written outcomes', () => {
  const job = useAccountJob();
  let nowMs = 0;
  const create = (atMost = 20_000) => new WrittenOutcomes(job.deps, { atMost, nowMs: () => nowMs });
  const claimed = () =>
    createClaimedEmail(
      job.pool,
      job.accountId,
      {},
      { ...newLease(), worker: job.deps.lease.workerId as UUID },
    );
  const remember = () => rememberRows(job.pool, ['emails', 'email_recipients', 'email_events']);
  const stateOf = async ({ recipients }: { recipients: { id: string }[] }) =>
    (await readRecipient(job.pool, recipients[0]?.id ?? '')).state;
  const repeats = async () => (await job.deps.metrics.possibleDuplicates.get()).values[0]?.value ?? 0;
  const sweep = (writtenOutcomes: WrittenOutcomes) =>
    freeOwnClaims({ ...job.deps, writtenOutcomes, kinds: [sendingWork] });

  for (const [title, ageMs, atMost, states, freed] of [
    ['a minute later', MINUTE_MS, 2, ['delivered', 'delivered'], 0],
    ['after more than a minute', MINUTE_MS + 1, 2, ['queued', 'queued'], 2],
    ['when there are too many, the oldest first', 0, 1, ['queued', 'delivered'], 1],
  ] as const)
    it(`are ${freed === 0 ? 'known' : 'forgotten'} ${title}`, async () => {
      const emails = [await claimed(), await claimed()];
      const rewind = await remember();
      const before = await repeats();
      const written = create(atMost);
      for (const email of emails) await written.write([outcomeOf(email)]);
      await rewind();
      nowMs += ageMs;
      await sweep(written);
      expect(await Promise.all(emails.map(stateOf))).to.deep.equal(states);
      expect(await repeats()).to.equal(before + freed);
      const ids = emails.map(({ id }) => id);
      const changed = 'worker_deaths > 0 OR next_attempt_at > clock_timestamp()';
      const recipients = `SELECT id FROM email_recipients WHERE email_id = ANY($1) AND (${changed})`;
      expect(await job.query(recipients, [ids])).to.deep.equal([]);
    });

  it('come back without their dialogues, which are not remembered', async () => {
    const email = await claimed();
    const rewind = await remember();
    const written = create();
    await written.write([outcomeOf(email, { dialogue: 'EHLO' })]);
    await rewind();
    await written.writeAgain();
    const recipient = 'SELECT state, dialogue FROM email_recipients WHERE email_id = $1';
    expect(await job.query(recipient, [email.id])).to.deep.equal([{ state: 'delivered', dialogue: null }]);
  });

  it('are written again by one run at a time, whose end at most one more waits for', async () => {
    const written = create();
    await written.write([outcomeOf(await claimed())]);
    const lock = await job.pool.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE emails IN ACCESS EXCLUSIVE MODE');
      const first = written.writeAgain();
      await untilBlocked(job.pool, lock, 1);
      const second = written.writeAgain();
      const third = written.writeAgain();
      expect([second === first, third === second]).to.deep.equal([false, true]);
      await lock.query('COMMIT');
      await Promise.all([first, third]);
    } finally {
      lock.release(true);
    }
  });

  it('are waited for at a stop no longer than the database answers', async () => {
    const { given: isTried, give } = createSignal();
    const error = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const connect = () => {
      give();
      return Promise.reject(error);
    };
    const away = Object.create(job.pool);
    const written = new WrittenOutcomes({ ...job.deps, database: away });
    await written.write([outcomeOf(await claimed())]);
    away.connect = connect;
    const again = failureOf(written.writeAgain());
    await isTried;
    await written.stop();
    expect(await again).to.equal(error);
  });

  it('are kept apart from one that cannot be written again, whose row is then not freed', async () => {
    const bad = await claimed();
    const good = await claimed();
    const rewind = await remember();
    const written = create();
    await written.write([outcomeOf(bad, { reply: { code: 250, text: 'bad' } }), outcomeOf(good)]);
    await rewind();
    await job.query("ALTER TABLE email_recipients ADD CONSTRAINT refuse CHECK (smtp_reply <> 'bad')");
    try {
      const { message } = await failureOf(written.writeAgain());
      expect(message).to.equal('Outcomes that could not be written again: 1.');
      await sweep(written);
    } finally {
      await job.query('ALTER TABLE email_recipients DROP CONSTRAINT refuse');
    }
    expect([await stateOf(bad), await stateOf(good)]).to.deep.equal(['sending', 'delivered']);
    await sweep(written);
    expect(await stateOf(bad)).to.equal('delivered');
  });
});
