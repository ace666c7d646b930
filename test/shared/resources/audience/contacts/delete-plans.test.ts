// What the deletion of a contact reads of events and runs does not depend on how many others have. The test checks
// Postgres' plan of the real statement, where a few contacts have nearly all of them.
import { expect } from 'chai';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { deleteContacts } from '../../../../../shared/resources/audience/contacts/delete.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { explain } from '../../../../support/database/plans.ts';
import { createContact } from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { useEventIntake } from '../../../../support/work/event-intake.ts';

const ROWS = 30_000;
/** One of three contacts. */
const CONTACT = "('01900000-0000-7000-8000-00000000000' || n % 3)::uuid";

describe('the deletion of a contact', () => {
  const database = useDatabase();
  const testIntake = useEventIntake(database);

  it('finds its events and runs by their index', async () => {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    const { id } = await createContact(pool, { accountId });
    await pool.query(
      `INSERT INTO received_events (id, account_id, domain_id, contact_id, name, outcomes, waits_resolved, created_at)
       SELECT uuid_v7(now()), $1, $1, ${CONTACT}, 'paid', '[]', 0, now() FROM generate_series(1, ${ROWS}) AS n`,
      [accountId],
    );
    await pool.query(
      `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
         is_exclusive, status, chain, listens, clock, created_at)
       SELECT uuid_v7(now()), $1, $1, $1, 0, $1, ${CONTACT}, uuid_v7(now()), false, 'completed', '{}', '{}', now(), now()
       FROM generate_series(1, ${ROWS}) AS n`,
      [accountId],
    );
    await pool.query('ANALYZE received_events, automation_runs');
    const deletion = { accountId, contactIds: [id], now: new Date() };
    const plans = await explain(pool, (client) =>
      transaction(pool, (own) =>
        deleteContacts(
          { client: { ...own, ...client }, room: 0, count: () => Promise.resolve() },
          [testIntake.intake],
          deletion,
        ),
      ),
    );
    const scans = plans
      .flat()
      .filter((node) => node['Relation Name']?.match(/^(received_events_|automation_runs)/));
    expect(scans.length).to.be.above(1);
    for (const scan of scans) expect(`${scan['Node Type']} ${scan['Index Cond']}`).to.match(/contact_id/);
  });
});
