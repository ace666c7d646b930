// What recording a report reads does not depend on how many recipients and received emails there are: Postgres' plans of
// the real statements, as workers get them. `REPORT_PLAN_ROWS=1000000` is the full size.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createRecipientTokens } from '../../../../../shared/mail/feedback/recipient-tokens.ts';
import { lockEmails } from '../../../../../shared/resources/messaging/emails/delivery/lock.ts';
import { readReportedRecipients } from '../../../../../shared/resources/messaging/emails/reports/reported-recipient.ts';
import { matchFeedback } from '../../../../../shared/resources/messaging/receiving/reading/match-feedback.ts';
import { lockReadReports } from '../../../../../shared/resources/messaging/receiving/reading/read-report.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import type { Work } from '../../../../support/database/plans.ts';
import { explainWork, readingsOf } from '../../../../support/database/prepared-plans.ts';
import { extent } from '../../../../support/extent.ts';
import { createManyReceived } from '../../../../support/factories/received-factories.ts';

const ROWS = extent('REPORT_PLAN_ROWS', 20_000, 200_000);
const ROWS_AT_A_TIME = Math.min(15_000, ROWS);
/** Some per partition and statement. */
const MOST_ROWS_READ = 100;
const ACCOUNT = '01900000-0000-7000-8000-000000000001';
/** In all months that have a partition, so that none is empty. */
const AT = `date_trunc('month', now()) + ((n % 5) - 1) * interval '1 month' + n * interval '1 s'`;

const INSERT = `
  INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at)
  SELECT uuid_v7(${AT}), gen_random_uuid(), $2, 'to', 0, 'bo@customer.dev', 'delivered', 'transactional', now()
  FROM generate_series(1, $1::integer) AS n`;

describe('Locking reports while there is no mail', () => {
  const database = useDatabase();

  // A worker keeps the plan that it makes then.
  it('finds recipients by their ids, and not by a join that could become a scan', async () => {
    const claim = { id: randomUUID(), token: randomUUID(), attempts: 1, createdAt: new Date() };
    const said = {
      purpose: 'report',
      report: { kind: 'unknown' },
      subject: { recipientId: randomUUID() },
    } as const;
    const explained = await explainWork(database.url, { plansOnce: true }, (client) =>
      lockReadReports(client as never, [{ ...claim, ...said }]),
    );
    const nodes = explained.flatMap((statement) => statement.nodes);
    const conditions = nodes.flatMap((node) => node['Index Cond'] ?? []);
    expect(conditions).not.to.deep.equal([]);
    expect(conditions.filter((condition) => !condition.includes('ANY'))).to.deep.equal([]);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).to.deep.equal([]);
  });
});

describe('Recording reports next to much mail', function () {
  this.timeout(600_000);
  const database = useDatabase();
  const tokens = createRecipientTokens(['a secret key of a test']);
  let recipientId: string;
  let emailId: string;
  let reportId: string;
  const token = randomUUID();

  before(async () => {
    const { pool } = database;
    for (let first = 1; first < ROWS; first += ROWS_AT_A_TIME) {
      await pool.query(INSERT, [ROWS_AT_A_TIME, ACCOUNT]);
      await createManyReceived(pool, ACCOUNT, ROWS_AT_A_TIME, { at: AT, first });
    }
    const recipients = await pool.query('SELECT id, email_id FROM email_recipients LIMIT 1');
    [{ id: recipientId, email_id: emailId }] = recipients.rows;
    const received = await pool.query(
      `UPDATE received_emails SET recipient_id = $1, purpose = 'report', claimed_by = $2, claim_token = $2
       WHERE id = (SELECT id FROM received_emails LIMIT 1) RETURNING id`,
      [recipientId, token],
    );
    [{ id: reportId }] = received.rows;
    await pool.query('ANALYZE email_recipients, received_emails');
  });

  const cases: [what: string, work: Work][] = [
    [
      'locks a report and finds the address of its recipient',
      async (client) => {
        const report = { kind: 'unknown' } as const;
        const claim = { id: reportId, token, attempts: 1, createdAt: new Date() };
        const subject = { recipientId };
        const held = await lockReadReports(client as never, [
          { ...claim, purpose: 'report', report, subject },
        ]);
        expect(held).to.have.length(1);
      },
    ],
    [
      'locks the recipient',
      (client) =>
        readReportedRecipients(client as never, [recipientId], (ids) => lockEmails(client as never, ids)),
    ],
    [
      'finds the recipient of a complaint by its token and by its email',
      async (client) => {
        const original = { feedbackId: null, returnPath: null, recipients: [] };
        const found = { ref: tokens.tokenOf(recipientId), messageId: `<${emailId}@acme.dev>` };
        expect(
          await matchFeedback({ database: client, tokens }, { ...original, ...found }, ACCOUNT),
        ).to.deep.equal({ recipientId });
      },
    ],
  ];
  for (const [what, work] of cases) {
    it(`${what} by a few rows`, async () => {
      const explained = await explainWork(database.url, { plansOnce: true }, work);
      const readings = readingsOf(explained, /recipients|received/);
      expect(readings).not.to.deep.equal([]);
      const scans = readings.map(({ statement, node }) => `${statement} ${node['Node Type']}`);
      expect(scans.filter((scan) => scan.endsWith('Seq Scan'))).to.deep.equal([]);
      expect(readings.reduce((sum, { read }) => sum + read, 0)).to.be.at.most(MOST_ROWS_READ);
    });
  }
});
