// The job that imports contacts: how a run ends before the import does.
import { expect } from 'chai';
import { ContactLanes } from '../../../shared/resources/audience/contact-writes/lanes.ts';
import { importWork } from '../../../shared/resources/flows/contact-imports/work.ts';
import { open as openImportContacts } from '../../../workers/jobs/import-contacts.ts';
import { counts, createImporter, type Importer, jobDepsOf } from '../../api/contact-imports/importer.ts';
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

  it('ends after the chunk that is being written when its process stops, and another one continues', async () => {
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

  /** An import of an account with a limit, whose contacts another request holds during the work. */
  const whileRowsAreLocked = async (work: (importer: Importer, id: string) => Promise<void>) => {
    const importer = await createImporter(app, { planId: 'free' });
    await importer.owner.add('first@x.dev').expect(201);
    const { id } = await importer.start(['email', 'bo@x.dev']);
    const client = await app.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM contact_counters WHERE account_id = $1 FOR UPDATE', [
      importer.owner.accountId,
    ]);
    try {
      await work(importer, id);
      expect((await importer.read({ id })).status).to.equal('in_progress');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    await eventually('it has ended', async () => (await importer.read({ id })).status === 'completed');
    expect((await importer.read({ id })).counts).to.deep.equal(counts({ created: 1 }));
  };

  it('waits while another request holds the contacts of an account with a limit', async () => {
    let running: Promise<unknown> | undefined;
    await whileRowsAreLocked(async (importer, id) => {
      running = importer.run({ id });
      await eventually('the import waits', async () => (await countWaiting()) === 1);
      await eventually('it was refused', async () => (await countWaiting()) === 0);
    });
    await running;
  });

  it('passes on what else is in its job when its import begins', async () => {
    const other = await createImporter(app);
    const next = await other.start(['email', 'cy@x.dev']);
    const deps = jobDepsOf(app);
    const { handle } = openImportContacts(deps, importWork);
    const jobs: Promise<string>[] = [];
    const queues = Object.assign(Object.create(deps.queues), {
      wake: (_: unknown, ids: string[]) => jobs.push(handle({ ids }, deps)),
    });
    await whileRowsAreLocked(async (_, id) => {
      jobs.push(handle({ ids: [id, next.id] }, { ...deps, queues }));
      await eventually(
        'the other one has ended',
        async () => (await other.read(next)).status === 'completed',
      );
    });
    expect(await Promise.all(jobs)).to.deep.equal([
      '2 woken, 1 claimed, 1 held elsewhere',
      '1 woken, 1 claimed',
    ]);
  });
});
