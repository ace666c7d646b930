// A page of a timeline reads by indexes as many rows as it has, whatever the account has: of an address with many emails, of
// one with few, and of one of which nothing is known.
import { expect } from 'chai';
import { createPartitions } from '../../../../../shared/platform/db/partitions.ts';
import { timelineRows } from '../../../../../shared/resources/flows/timelines/list.ts';
import { PARTITIONED_TABLES } from '../../../../../shared/resources/partitioned-tables.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { analyzePages, rowsRead, scansOf } from '../../../../support/database/plans.ts';
import { extent } from '../../../../support/extent.ts';
import { createContact } from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { factoryIds as ids } from '../../../../support/factories/factory-ids.ts';

const ROWS = extent('PLAN_ROWS', 24_000, 120_000);
const PAGE = 21;
/** An address has a tenth of all rows. */
const ADDRESS = `CASE WHEN n % 10 = 0 THEN 'much@customer.dev' WHEN n % 20000 = 1 THEN 'little@customer.dev'
                 ELSE 'a' || n || '@customer.dev' END`;

describe('the page of a timeline', () => {
  const database = useDatabase();
  let accountId: string;
  const contacts = new Map<string, string>();

  before(async () => {
    const { pool } = database;
    accountId = (await createAccount(pool)).id;
    await createPartitions(pool as never, { tables: PARTITIONED_TABLES, now: new Date() });
    for (const email of ['much@customer.dev', 'little@customer.dev'])
      contacts.set(email, (await createContact(pool, { accountId, email })).id);
    const contactOf = `CASE WHEN n % 10 = 0 THEN $2::uuid WHEN n % 20000 = 1 THEN $3::uuid ELSE gen_random_uuid() END`;
    const at = `uuid_v7(now() - n * interval '1 second')`;
    const values = [accountId, ...contacts.values()];
    await pool.query(
      `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at)
       SELECT ${at}, ${at}, $1, 'to', 0, ${ADDRESS}, 'delivered', 'transactional', now()
       FROM generate_series(1, ${ROWS}) AS n`,
      [accountId],
    );
    await pool.query(
      `INSERT INTO timeline_records
       SELECT ${at}, $1, ${ADDRESS}, 'contact.updated', NULL, 'operator', NULL, '{}', now()
       FROM generate_series(1, ${ROWS}) AS n`,
      [accountId],
    );
    await pool.query(
      `INSERT INTO received_events
       SELECT ${at}, $1, $1, ${contactOf}, 'paid', NULL, '[]', 0, now() FROM generate_series(1, ${ROWS}) AS n`,
      values,
    );
    await pool.query(
      `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
         is_exclusive, status, chain, listens, clock, created_at)
       SELECT ${at}, $1, $1, $1, 0, $1, ${contactOf}, uuid_v7(now()), false,
              CASE WHEN n % 100 = 0 THEN 'running' ELSE 'completed' END, '{}', '{}', now(), now()
       FROM generate_series(1, ${ROWS / 3}) AS n`,
      values,
    );
    await pool.query(
      `INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, reason, due_at)
       SELECT uuid_v7(now() - (n / 100) * interval '1 second'),
              CASE WHEN n % 1000 = 0 THEN $2::uuid WHEN n % 20000 = 1 THEN $3::uuid ELSE gen_random_uuid() END, $1, n,
              CASE WHEN n % 10 = 0 THEN 'left_out' WHEN n % 20000 = 1 THEN 'canceled' ELSE 'delivered' END, NULL, now()
       FROM generate_series(1, ${ROWS}) AS n`,
      values,
    );
    await pool.query('ANALYZE');
  });

  for (const email of ['much@customer.dev', 'little@customer.dev', 'unknown@customer.dev'])
    it(`reads no more than the page of each kind for ${email}`, async () => {
      const contactIds = [contacts.get(email) ?? ids.next()];
      const cursor = await database.pool.query('SELECT uuid_v7(now() - make_interval(secs => $1)) AS id', [
        ROWS / 2,
      ]);
      const pages = await analyzePages(database.pool, cursor.rows[0].id, (page) =>
        timelineRows({ accountId, emailKey: email, contactIds }, page),
      );
      for (const { page, nodes } of pages) {
        for (const scan of scansOf(
          nodes,
          /email_recipients|timeline_records|received_events|automation_runs|campaign_recipients/,
        )) {
          const what = `${page}: ${scan['Node Type']} ${scan['Relation Name']} ${scan['Index Name']}`;
          // A contact has up to a thousand runs in progress, whose index has no order; of the others there are more here.
          // All campaigns that have left a person out are read.
          const most = /automation_runs|campaign_recipients/.test(scan['Relation Name'] ?? '')
            ? 1_000
            : PAGE + 1;
          expect(rowsRead(scan), what).to.be.at.most(most);
        }
        const read = new Set(
          scansOf(nodes).map((scan) => (scan['Relation Name'] ?? '').replace(/_\d{4}_\d\d$/, '')),
        );
        expect([...read], page).to.include.members([
          'email_recipients',
          'timeline_records',
          'contacts',
          'campaign_recipients',
        ]);
      }
    });
});
