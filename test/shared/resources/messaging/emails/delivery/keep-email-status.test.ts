// Recipients that are freed without an outcome, after their worker died or their job failed: the email's status follows
// at once, no attempt is used up, and a message that crashes its workers is delayed longer each time.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { RETRY_DELAYS_MS, WORKER_DEATHS_MAX } from '../../../../../../shared/mail/retry-schedule.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import { recordOutcomes } from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { sendingWork } from '../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, type EmailFields } from '../../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import {
  createClaimedEmail,
  loadNow,
  type MadeEmail,
  newLease,
  outcomeOf,
  readEmail,
  readRecipient,
} from './outcomes.ts';

const NOW = new Date('2026-11-20T10:00:00.123Z');
const LATER = new Date('2026-11-20T10:00:30.123Z');
const TWO = { recipients: [{ address: 'a@customer.dev' }, { address: 'b@customer.dev' }] };

describe('recipients that are freed without an outcome', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let accountId: string;
  before(async () => {
    accountId = (await createAccount(database.pool)).id;
  });
  afterEach(() => database.pool.query('TRUNCATE emails, email_recipients'));

  /** An email that is being sent: claimed and loaded. */
  async function sendingEmail(fields: EmailFields = {}, lease = newLease()) {
    const email = await createClaimedEmail(database.pool, accountId, fields, lease);
    await loadNow(
      database.pool,
      email.recipients.map(({ id }) => ({ id, token: email.token })),
    );
    expect((await readEmail(database.pool, email.id)).status).to.equal('sending');
    return { ...email, lease };
  }
  const statusOf = async ({ id }: MadeEmail) => (await readEmail(database.pool, id)).status;
  const recipientOf = ({ recipients }: MadeEmail, index = 0) =>
    readRecipient(database.pool, recipients[index]?.id ?? '');
  const workerDeathsOf = async ({ recipients }: MadeEmail) => {
    const { rows } = await database.pool.query('SELECT worker_deaths FROM email_recipients WHERE id = $1', [
      recipients[0]?.id,
    ]);
    return rows[0].worker_deaths as number;
  };
  const reclaim = async () =>
    await sendingWork.table.reclaim(
      database.pool,
      await sendingWork.table.findLost(database.pool, 60_000, 100),
      NOW,
    );
  const record = (...outcomes: Parameters<typeof recordOutcomes>[1][number][]) =>
    recordOutcomes({ database: database.pool, ids, queues: SILENT_QUEUES }, outcomes);

  const FREE = {
    'of a dead worker': reclaim,
    'of a job that failed': ({ lease }: { lease: ReturnType<typeof newLease> }) =>
      sendingWork.table.abandon(database.pool, lease, NOW),
  };
  for (const [whose, free] of Object.entries(FREE)) {
    it(`${whose} make their email queued and use up no attempt`, async () => {
      const email = await sendingEmail();
      expect(await free(email)).to.deep.equal([email.recipients[0]?.id]);
      expect(await statusOf(email)).to.equal('queued');
      expect(await recipientOf(email)).to.deep.include({ state: 'queued', attempts: 0, held: false });
    });

    it(`${whose} make their email queued although its other recipient is delivered`, async () => {
      const email = await sendingEmail(TWO);
      await record(outcomeOf(email, {}, 1));
      expect(await statusOf(email)).to.equal('sending');
      await free(email);
      expect(await statusOf(email)).to.equal('queued');
    });

    it(`${whose} are freed even if retention has removed their email`, async () => {
      const email = await sendingEmail();
      await database.pool.query('DELETE FROM emails');
      expect(await free(email)).to.deep.equal([email.recipients[0]?.id]);
    });
  }

  it('of a dead worker are skipped while their email is locked, without delaying others', async () => {
    const busy = await sendingEmail();
    const other = await sendingEmail();
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM emails WHERE id = $1 FOR NO KEY UPDATE', [busy.id]);
    expect(await reclaim()).to.deep.equal([other.recipients[0]?.id]);
    await client.query('ROLLBACK');
    client.release();
    expect(await statusOf(busy)).to.equal('sending');
    expect(await reclaim()).to.deep.equal([busy.recipients[0]?.id]);
    expect(await statusOf(busy)).to.equal('queued');
  });

  it('of a worker that only seemed dead may still be sent, and the success counts', async () => {
    const email = await sendingEmail();
    await reclaim();
    await record(outcomeOf(email));
    expect(await statusOf(email)).to.equal('delivered');
  });

  describe('after each death of their worker', () => {
    /**
     * Simulates this number of worker deaths.
     * @returns the delay after the last death in milliseconds
     */
    const dieOften = async (deaths: number) => {
      const email = await sendingEmail();
      await database.pool.query('UPDATE email_recipients SET worker_deaths = $1, next_attempt_at = $2', [
        deaths - 1,
        NOW,
      ]);
      await reclaim();
      expect(await workerDeathsOf(email)).to.equal(deaths);
      return (await recipientOf(email)).next_attempt_at.getTime() - NOW.getTime();
    };

    it('wait as after a failed attempt, except after the first death', async () => {
      expect(await dieOften(1)).to.equal(0);
      for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
        expect(await dieOften(index + 2), `death ${index + 2}`).to.be.within(0.9 * delayMs, delayMs);
      }
      expect(WORKER_DEATHS_MAX).to.equal(RETRY_DELAYS_MS.length + 1);
    });

    it('wait the longest delay after more deaths than the schedule has delays', async () => {
      const lastMs = RETRY_DELAYS_MS.at(-1) ?? 0;
      expect(await dieOften(WORKER_DEATHS_MAX + 1)).to.be.within(0.9 * lastMs, lastMs);
      expect(await dieOften(1_000)).to.be.within(0.9 * lastMs, lastMs);
    });

    it('are not delayed further when a job fails', async () => {
      const email = await sendingEmail();
      await database.pool.query('UPDATE email_recipients SET next_attempt_at = $1', [NOW]);
      await sendingWork.table.abandon(database.pool, email.lease, LATER);
      expect(await workerDeathsOf(email)).to.equal(0);
      expect((await recipientOf(email)).next_attempt_at).to.deep.equal(LATER);
    });
  });

  it('are freed by several processes while others record outcomes, without a deadlock', async () => {
    for (let round = 0; round < 10; round += 1) {
      const lease = { worker: randomUUID(), token: randomUUID() };
      const emails = await Promise.all(Array.from({ length: 10 }, () => sendingEmail(TWO, lease)));
      const outcomes = emails.flatMap((email) => [outcomeOf(email, {}, 0), outcomeOf(email, {}, 1)]);
      const writers = Array.from({ length: 4 }, (_, index) => [
        record(...outcomes.slice(index)),
        record(...outcomes.slice(index).reverse()),
        reclaim(),
      ]);
      await Promise.all([...writers.flat(), sendingWork.table.abandon(database.pool, lease, NOW)]);
      for (const email of emails) expect(await statusOf(email)).to.equal('delivered');
    }
  });
});
