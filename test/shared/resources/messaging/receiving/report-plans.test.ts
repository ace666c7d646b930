// The reports about a recipient are found by an index, however many received emails and reports there are. The tests check
// Postgres' plans of the real statements.
import { expect } from 'chai';
import { ERASED_ADDRESS } from '../../../../../shared/resources/foundation/erasing/eraser.ts';
import { removeReportsOfErased } from '../../../../../shared/resources/messaging/receiving/remove.ts';
import { listReportsAbout } from '../../../../../shared/resources/messaging/receiving/reports.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { analyze, scansOf, sumRead } from '../../../../support/database/plans.ts';
import { createAccount, createEmail } from '../../../../support/factories/factories.ts';
import { createManyReceived } from '../../../../support/factories/received-factories.ts';

const ROWS_AT_A_TIME = 15_000;
const ROWS = 4 * ROWS_AT_A_TIME;
/** More reports about one recipient than are listed. */
const OF_RECIPIENT = 150;
/** These, and some rows per partition. */
const MOST_ROWS_READ = 2 * OF_RECIPIENT;

describe('the reports about recipients in a large table', () => {
  const database = useDatabase();
  let accountId: string;
  let email: Awaited<ReturnType<typeof createEmail>>;
  const idsOf = () => email.recipients.map(({ id }) => id);
  const since = new Date(0);

  before(async () => {
    const { pool } = database;
    accountId = (await createAccount(pool)).id;
    const recipients = ['bo@customer.dev', ERASED_ADDRESS].map((address) => ({ address }));
    email = await createEmail(pool, accountId, { status: 'delivered', recipients });
    for (let first = 1; first < ROWS; first += ROWS_AT_A_TIME)
      await createManyReceived(pool, accountId, ROWS_AT_A_TIME, { first });
    // Every third is a report about a recipient of its own.
    await pool.query(
      `UPDATE received_emails SET parsed_at = NULL, purpose = 'report', recipient_id = gen_random_uuid(), report_effect = 'applied'
       WHERE right(id::text, 1) IN ('0', '1', '2', '3', '4')`,
    );
    await pool.query(
      `UPDATE received_emails SET recipient_id = $1 WHERE id IN (
         SELECT id FROM received_emails WHERE purpose IS NOT NULL ORDER BY id LIMIT ${OF_RECIPIENT})`,
      [idsOf()[0]],
    );
    await pool.query('ANALYZE received_emails, email_recipients');
  });

  it('are listed by an index, a hundred at most', async () => {
    expect(await listReportsAbout(database.pool, accountId, { recipientIds: idsOf(), since })).to.have.length(
      100,
    );
    const nodes = await analyze(database.pool, (asked) =>
      listReportsAbout(asked, accountId, { recipientIds: idsOf(), since }),
    );
    expect(sumRead(scansOf(nodes, /^received_emails/))).to.be.at.most(MOST_ROWS_READ);
  });

  it('are found by an index when a person is erased', async () => {
    const nodes = await analyze(database.pool, (asked) => removeReportsOfErased(asked, [email.id]));
    expect(sumRead(scansOf(nodes, /^received_emails/))).to.be.at.most(MOST_ROWS_READ);
  });
});
