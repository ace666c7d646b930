// recordOutcomes: the effects of each result on the recipient, its events, its email and the suppression list, and
// which outcomes count (docs/architecture/guarantees.md#outcomes).
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  type AttemptResult,
  type RecipientOutcome,
  recordOutcomes,
} from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { sendingWork } from '../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount } from '../../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import {
  claimEmail,
  createClaimedEmail,
  newLease,
  outcomeOf,
  readEmail,
  readEvents,
  readRecipient,
} from './outcomes.ts';

const AT = new Date('2026-11-20T10:00:00.123Z');
const NEXT = new Date('2026-11-20T10:05:00Z');
const SUCCESSES: AttemptResult[] = ['sent', 'delivered', 'complained'];
const FAILURES: AttemptResult[] = ['delayed', 'returned', 'bounced', 'failed', 'suppressed'];

describe('recording an outcome', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let accountId: string;
  before(async () => {
    accountId = (await createAccount(database.pool)).id;
  });

  const record = (...outcomes: RecipientOutcome[]) =>
    recordOutcomes({ database: database.pool, ids, queues: SILENT_QUEUES }, outcomes);
  const claimed = (address = 'bo@customer.dev') =>
    createClaimedEmail(database.pool, accountId, { recipients: [{ address }] });
  const recipientOf = ({ recipients }: { recipients: { id: string }[] }) =>
    readRecipient(database.pool, recipients[0]?.id ?? '');
  const eventsOf = ({ id }: { id: string }) => readEvents(database.pool, id);
  const suppressionOf = async (address: string) => {
    const { rows } = await database.pool.query(
      'SELECT reason, email_id, created_at FROM suppressions WHERE account_id = $1 AND address = $2',
      [accountId, address],
    );
    return rows;
  };

  /** Result → state, events, reason of the suppression, tries. */
  const effects: [AttemptResult, string, string[], string | undefined, number][] = [
    ['sent', 'sent', ['sent'], undefined, 1],
    ['delivered', 'delivered', ['sent', 'delivered'], undefined, 1],
    ['complained', 'complained', ['sent', 'delivered', 'complained'], 'complaint', 1],
    ['delayed', 'delivery_delayed', ['delivery_delayed'], undefined, 1],
    ['returned', 'queued', [], undefined, 0],
    ['bounced', 'bounced', ['bounced'], 'bounce', 1],
    ['failed', 'failed', ['failed'], undefined, 1],
    ['suppressed', 'suppressed', ['suppressed'], undefined, 1],
    ['canceled', 'canceled', ['canceled'], undefined, 1],
  ];
  for (const [result, state, events, reason, attempts] of effects) {
    const isSuccess = SUCCESSES.includes(result);
    const nextAttemptAt = result === 'delayed' || result === 'returned' ? NEXT : null;

    it(`${result} sets the recipient to ${state} and releases it`, async () => {
      const email = await claimed();
      const reply = { code: 451, text: '4.3.0 "quoted" \\ ünïcode' };
      await record(outcomeOf(email, { result, reply, nextAttemptAt }));
      expect(await recipientOf(email)).to.deep.equal({
        state,
        smtp_code: 451,
        smtp_reply: reply.text,
        next_attempt_at: nextAttemptAt,
        attempts,
        sent_at: isSuccess ? AT : null,
        updated_at: AT,
        held: false,
      });
    });

    it(`${result} appends ${events.join(', ') || 'no event'} and updates the email`, async () => {
      const email = await claimed();
      await record(outcomeOf(email, { result, nextAttemptAt }));
      expect(await eventsOf(email)).to.deep.equal(events.map((type) => `${type} bo@customer.dev`));
      expect(await readEmail(database.pool, email.id)).to.deep.equal({
        status: state,
        last_event: events.at(-1) ?? null,
        sent_at: isSuccess ? AT : null,
      });
    });

    it(`${result} ${reason ? `suppresses the address (${reason})` : 'does not suppress the address'}`, async () => {
      const email = await claimed(`${result}@Customer.dev`);
      await record(outcomeOf(email, { result, nextAttemptAt }));
      const expected = reason ? [{ reason, email_id: email.id, created_at: AT }] : [];
      expect(await suppressionOf(`${result}@customer.dev`)).to.deep.equal(expected);
    });

    it(`${result} changes nothing when it is recorded again`, async () => {
      const email = await claimed();
      const outcome = outcomeOf(email, { result, nextAttemptAt });
      await record(outcome);
      const recipient = await recipientOf(email);
      const events = await eventsOf(email);
      const shown = await readEmail(database.pool, email.id);
      await record(outcome);
      await record({ ...outcome, at: new Date(), reply: { code: 999, text: 'again' } });
      expect(await recipientOf(email)).to.deep.equal(recipient);
      expect(await eventsOf(email)).to.deep.equal(events);
      expect(await readEmail(database.pool, email.id)).to.deep.equal(shown);
    });
  }

  it('keeps the first reason of an address that is already suppressed', async () => {
    const first = await claimed('twice@customer.dev');
    const second = await claimed('Twice@customer.dev');
    await record(outcomeOf(first, { result: 'bounced' }));
    await record(outcomeOf(second, { result: 'complained' }));
    expect(await suppressionOf('twice@customer.dev')).to.deep.equal([
      { reason: 'bounce', email_id: first.id, created_at: AT },
    ]);
  });

  it('records an attempt without a reply', async () => {
    const email = await claimed();
    await record(
      outcomeOf(email, { result: 'delayed', reply: { code: null, text: 'timeout' }, nextAttemptAt: NEXT }),
    );
    expect(await recipientOf(email)).to.deep.include({ smtp_code: null, smtp_reply: 'timeout' });
  });

  it('keeps the first time in sent_at when several recipients are sent to', async () => {
    const email = await createClaimedEmail(database.pool, accountId, {
      recipients: [{}, { address: 'cy@customer.dev' }],
    });
    await record(outcomeOf(email, { at: AT }));
    await record(outcomeOf(email, { at: new Date('2026-11-20T11:00:00Z') }, 1));
    expect((await readEmail(database.pool, email.id)).sent_at).to.deep.equal(AT);
  });

  it('writes outcomes of several emails and accounts in one call', async () => {
    const other = (await createAccount(database.pool)).id;
    const emails = [];
    for (const account of [accountId, other, accountId])
      emails.push(await createClaimedEmail(database.pool, account));
    const results: AttemptResult[] = ['delivered', 'failed', 'delayed'];
    await record(
      ...emails.map((email, index) =>
        outcomeOf(email, { result: results[index] ?? 'sent', nextAttemptAt: index === 2 ? NEXT : null }),
      ),
    );
    const statuses = [];
    for (const email of emails) statuses.push((await readEmail(database.pool, email.id)).status);
    expect(statuses).to.deep.equal(['delivered', 'failed', 'delivery_delayed']);
    const { rows } = await database.pool.query(
      'SELECT DISTINCT account_id FROM email_events WHERE email_id = $1',
      [emails[1]?.id],
    );
    expect(rows).to.deep.equal([{ account_id: other }]);
  });

  describe('with a stale token', () => {
    /** An email whose recipient was freed from the holder of its token; then `what` happened. */
    const losers = async (what: 'freed' | 'claimed by another' | 'sent by another' | 'failed by another') => {
      const email = await claimed(`stale${randomUUID()}@customer.dev`);
      await database.pool.query(
        `UPDATE email_recipients SET claimed_by = NULL, claim_token = NULL, woken_at = now(), state = 'queued' WHERE email_id = $1`,
        [email.id],
      );
      if (what === 'freed') return { email, winner: email };
      const winner = { ...email, token: await claimEmail(database.pool, email) };
      if (what === 'sent by another') await record(outcomeOf(winner, { result: 'sent' }));
      if (what === 'failed by another') await record(outcomeOf(winner, { result: 'failed' }));
      return { email, winner };
    };

    for (const result of SUCCESSES) {
      for (const what of ['freed', 'claimed by another', 'failed by another'] as const) {
        it(`${result} counts when the recipient was ${what}, because it is not sent yet`, async () => {
          const { email } = await losers(what);
          await record(outcomeOf(email, { result }));
          expect(await recipientOf(email)).to.deep.include({ state: result, sent_at: AT, held: false });
          expect((await eventsOf(email)).map((event) => event.split(' ')[0])).to.include(result);
        });
      }

      it(`${result} does not count when another worker has sent it`, async () => {
        const { email } = await losers('sent by another');
        await record(outcomeOf(email, { result, reply: { code: 200, text: 'late' } }));
        expect(await recipientOf(email)).to.deep.include({ state: 'sent', smtp_reply: '2.0.0 OK' });
        expect(await eventsOf(email)).to.have.length(1);
      });
    }

    for (const result of FAILURES) {
      for (const what of ['freed', 'claimed by another', 'sent by another'] as const) {
        it(`${result} does not count when the recipient was ${what}`, async () => {
          const { email } = await losers(what);
          const recipient = await recipientOf(email);
          const events = await eventsOf(email);
          await record(outcomeOf(email, { result, nextAttemptAt: NEXT }));
          expect(await recipientOf(email)).to.deep.equal(recipient);
          expect(await eventsOf(email)).to.deep.equal(events);
          expect(await suppressionOf(email.recipients[0]?.address ?? '')).to.deep.equal([]);
        });
      }
    }

    it('a success ends the claim of the other worker, whose own outcome then does not count', async () => {
      const { email, winner } = await losers('claimed by another');
      await record(outcomeOf(email));
      await record(outcomeOf(winner, { result: 'failed' }));
      await record(outcomeOf(winner, { result: 'delivered' }));
      expect(await recipientOf(email)).to.deep.include({ state: 'delivered' });
      expect(await eventsOf(email)).to.have.length(2);
    });

    it('of two outcomes in one call the success counts, in either order', async () => {
      for (const reversed of [false, true]) {
        const { email, winner } = await losers('claimed by another');
        const outcomes = [outcomeOf(email), outcomeOf(winner, { result: 'bounced' })];
        await record(...(reversed ? outcomes.reverse() : outcomes));
        expect(await recipientOf(email)).to.deep.include({ state: 'delivered', held: false });
        expect((await eventsOf(email)).map((event) => event.split(' ')[0])).to.deep.equal([
          'sent',
          'delivered',
        ]);
        expect(await suppressionOf(email.recipients[0]?.address ?? '')).to.deep.equal([]);
      }
    });

    it('an unknown token changes nothing', async () => {
      const email = await claimed();
      await record(outcomeOf({ ...email, token: randomUUID() }, { result: 'failed' }));
      expect(await recipientOf(email)).to.deep.include({ state: 'sending', held: true });
    });
  });

  it('derives the status from both recipients when their outcomes are recorded at the same time', async () => {
    const recipients = [{ address: 'a@customer.dev' }, { address: 'b@customer.dev' }];
    for (let round = 0; round < 20; round += 1) {
      const email = await createClaimedEmail(database.pool, accountId, { recipients });
      await Promise.all([record(outcomeOf(email, {}, 0)), record(outcomeOf(email, {}, 1))]);
      expect((await readEmail(database.pool, email.id)).status, `round ${round}`).to.equal('delivered');
    }
  });

  it('records the same emails in opposite orders at the same time without a deadlock', async () => {
    const recipients = [{ address: 'a@customer.dev' }, { address: 'b@customer.dev' }];
    const made: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const lease = newLease();
      const emails = await Promise.all(
        Array.from({ length: 10 }, () => createClaimedEmail(database.pool, accountId, { recipients }, lease)),
      );
      made.push(...emails.map(({ id }) => id));
      const outcomes = emails.flatMap((email) => [outcomeOf(email, {}, 0), outcomeOf(email, {}, 1)]);
      const writers = Array.from({ length: 10 }, (_, index) => [
        record(...outcomes.slice(index)),
        record(...outcomes.slice(index).reverse()),
      ]);
      // At the same time the job abandons the same rows, as it does when it fails after its claim.
      await Promise.all([...writers.flat(), sendingWork.table.abandon(database.pool, lease, NEXT)]);
    }
    const { rows } = await database.pool.query(
      'SELECT count(*)::integer AS count FROM email_events WHERE email_id = ANY($1)',
      [made],
    );
    expect(rows).to.deep.equal([{ count: 20 * 10 * 2 * 2 }]);
  });
});
