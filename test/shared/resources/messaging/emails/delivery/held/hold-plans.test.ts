// What holding mail costs those whose mail is not held: Postgres' plans of the real statements, as workers get them. Among
// many domains and much mail nothing is read while nothing is watched, and else only the mail that is about to be woken.
// `HELD_PLANS_SHOWN=1` prints what each statement reads.
import { expect } from 'chai';
import { connectDatabase } from '../../../../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../../shared/platform/time/ids.ts';
import { findPausedSenders } from '../../../../../../../shared/resources/messaging/domains/reputation/find-paused.ts';
import { recordOutcomes } from '../../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { sendingWork } from '../../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import { useDatabase } from '../../../../../../support/database/database.ts';
import { explainWork, readingsOf } from '../../../../../../support/database/prepared-plans.ts';
import { SILENT_QUEUES } from '../../../../../../support/queues/queues.ts';
import { createClaimedEmail, loadNow, outcomeOf } from '../outcomes.ts';
import { createWaitingSender, insertWaiting, pauseDomain, type WaitingSender } from './stored-mail.ts';

const SENDERS = 5_000;
const WAITING = 20_000;
const AT_A_TIME = 300;
const isShown = !!process.env['HELD_PLANS_SHOWN'];

describe('Holding mail among many domains', function () {
  this.timeout(600_000);
  const database = useDatabase();
  let sender: WaitingSender;
  before(async () => {
    await database.pool.query(
      `WITH made AS (SELECT uuid_v7(now()) AS id FROM generate_series(1, $1)), owners AS (
         INSERT INTO accounts (id, name, plan_id, production_access) SELECT id, 'A', 'unlimited', true FROM made
       ), lists AS (
         INSERT INTO audiences (id, account_id, name, is_default, created_at) SELECT id, id, 'Default', true, now() FROM made
       )
       INSERT INTO domains (id, account_id, name, status, audience_id)
       SELECT id, id, 'd' || replace(id::text, '-', '') || '.test', 'verified', id FROM made`,
      [SENDERS],
    );
    sender = await createWaitingSender(database.pool);
    await insertWaiting(database.pool, sender, WAITING);
    for (const table of ['domains', 'accounts', 'emails', 'email_recipients'])
      await database.pool.query(`ANALYZE ${table}`);
  });
  beforeEach(() => database.pool.query(`UPDATE domains SET reputation = 'good' WHERE reputation <> 'good'`));

  /** What a statement of waking reads, by table. */
  const readBy = async (name: string) => {
    const explained = await explainWork(database.url, { plansOnce: true }, (on) =>
      sendingWork.table.markDue(on, new Date(), 1_000),
    );
    const one = explained.filter((each) => each.name.endsWith(name));
    expect(one).to.have.length(1);
    const sum = (tables: RegExp) =>
      readingsOf(one, tables, isShown).reduce((rows, { read }) => rows + read, 0);
    return { mail: sum(/^email/), senders: sum(/^(domains|accounts)/) };
  };

  it('reads nothing while nothing is watched', async () => {
    expect(await readBy('hold-mail')).to.deep.equal({ mail: 0, senders: 0 });
    expect((await readBy('choose-in-turns')).senders).to.equal(0);
  });

  it('reads what is about to be woken, and its sender, while a domain is paused', async () => {
    await pauseDomain(database.pool, sender);
    const { mail, senders } = await readBy('hold-mail');
    expect(mail).to.be.within(AT_A_TIME, 12 * AT_A_TIME);
    expect(senders).to.be.at.most(2 * AT_A_TIME + 10);
    expect((await readBy('choose-in-turns')).senders).to.be.below(10);
  });

  it('finds who is paused without reading those who are good', async () => {
    await pauseDomain(database.pool, sender);
    const explained = await explainWork(database.url, { plansOnce: true }, findPausedSenders);
    const read = readingsOf(explained, /^(domains|accounts)/, isShown).reduce(
      (sum, each) => sum + each.read,
      0,
    );
    expect(read).to.equal(1);
    expect([...(await findPausedSenders(database.pool))]).to.deep.equal([sender.domainId]);
  });

  it('costs no statement when mail is loaded and recorded that is not watched, whatever others are', async () => {
    await pauseDomain(database.pool, sender);
    const log = createLog({ level: 'silent', process: 'test' });
    const connectionString = database.url;
    const pool = connectDatabase({ connectionString, poolSize: 1, applicationName: 'sending', log });
    try {
      const { accountId } = await createWaitingSender(database.pool);
      const email = await createClaimedEmail(database.pool, accountId);
      await loadNow(
        pool,
        email.recipients.map(({ id }) => ({ id, token: email.token })),
      );
      const ids = createIds(createSystemClock());
      await recordOutcomes({ database: pool, ids, queues: SILENT_QUEUES }, [outcomeOf(email)]);
      const { rows } = await pool.query('SELECT name FROM pg_prepared_statements');
      const names = rows.map(({ name }) => name);
      expect(names).to.include.members(['load-senders', 'record-recipients']);
      expect(names.filter((name) => /leaving|capacity/.test(name))).to.deep.equal([]);
    } finally {
      await pool.end();
    }
  });
});
