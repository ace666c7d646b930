// The job that imports contacts: how a run ends before the import does.
import { expect } from 'chai';
import { importWork } from '../../../shared/resources/contact-imports/work.ts';
import { ContactLanes } from '../../../shared/resources/contacts/writing/lanes.ts';
import { open as openImportContacts } from '../../../workers/jobs/import-contacts.ts';
import { counts, createImporter, jobDepsOf } from '../../api/contact-imports/importer.ts';
import { useApp } from '../../support/api/app.ts';
import { eventually } from '../../support/time/eventually.ts';

const ROWS = Array.from({ length: 12_000 }, (_, index) => `p${index}@x.dev`);
const FILE = ['email', ...ROWS].join('\n');
/** A request that waits for others is refused sooner than in production. */
const TIMES = { waitMs: 100, workMs: 15_000 };

describe('the job that imports contacts', () => {
  const app = useApp({ deps: { contactLanes: new ContactLanes(TIMES) } });
  const stateOf = async (id: string) => {
    const { rows } = await app.pool.query(
      `SELECT rows_read AS "rowsRead", claimed_by AS "claimedBy", next_attempt_at <= $2 AS "isDue"
       FROM contact_imports WHERE id = $1`,
      [id, app.clock.now()],
    );
    return rows[0];
  };
  const countWaiting = async () => {
    const { rowCount } = await app.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  const wake = () => importWork.table.markDue(app.pool, app.clock.now(), 10);

  it('ends behind the chunk that is being written when its process stops, and another one continues', async () => {
    const importer = await createImporter(app);
    const { id } = await importer.start(FILE);
    const deps = jobDepsOf(app);
    const { handle, drain } = openImportContacts(deps, importWork);
    const running = handle({ ids: [id] }, deps);
    await eventually('a chunk is written', async () => (await stateOf(id)).rowsRead > 0);
    await drain?.();
    expect(await running).to.equal('1 woken, 1 claimed');
    const { rowsRead, ...state } = await stateOf(id);
    // The header is row 1.
    expect(rowsRead).to.be.oneOf([5_001, 10_001]);
    expect(state).to.deep.equal({ claimedBy: null, isDue: true });
    await wake();
    expect((await importer.run({ id })).counts).to.deep.equal(counts({ created: 12_000 }));
  });

  it('starts nothing while its lease is not valid', async () => {
    const importer = await createImporter(app);
    const { id } = await importer.start(FILE);
    const deps = jobDepsOf(app);
    const lease = { ...deps.lease, mayStartWork: () => false };
    await openImportContacts({ ...deps, lease }, importWork).handle({ ids: [id] }, { ...deps, lease });
    expect(await stateOf(id)).to.deep.equal({ rowsRead: 0, claimedBy: null, isDue: true });
  });

  it('waits while another request holds the contacts of an account with a limit', async () => {
    const importer = await createImporter(app, { planId: 'free' });
    await importer.owner.add('first@x.dev').expect(201);
    const { id } = await importer.start(['email', 'bo@x.dev']);
    const client = await app.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM contact_counters WHERE account_id = $1 FOR UPDATE', [
      importer.owner.accountId,
    ]);
    const running = importer.run({ id });
    try {
      await eventually('the import waits', async () => (await countWaiting()) === 1);
      await eventually('it was refused', async () => (await countWaiting()) === 0);
      expect((await importer.read({ id })).status).to.equal('in_progress');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await running).to.deep.include({ status: 'completed', counts: counts({ created: 1 }) });
  });
});
