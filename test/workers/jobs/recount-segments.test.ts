// The job that counts segments: in steps, each of which is recorded under the fencing token.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { requireSegment } from '../../../shared/resources/segments/find.ts';
import { endRecount, startRecounts } from '../../../shared/resources/segments/recounts/start.ts';
import { stepRecount } from '../../../shared/resources/segments/recounts/step.ts';
import { recountsTable } from '../../../shared/resources/segments/recounts/table.ts';
import { handle } from '../../../workers/jobs/recount-segments.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { createTestClock } from '../../support/clock.ts';
import {
  createAudience,
  createContact,
  createSegment,
  defaultAudienceOf,
} from '../../support/contact-factories.ts';
import { useDatabase } from '../../support/database.ts';
import { createAccount } from '../../support/factories.ts';
import { SILENT_QUEUES } from '../../support/queues.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../support/worker.ts';

const NAMED = { type: 'rule', field: 'contact.first_name', operator: 'exists' };
/** So many rules that a step looks at 2,000 contacts. */
const THOUSAND_RULES = {
  type: 'or',
  rules: Array.from({ length: 1_000 }, (_, index) => ({
    type: 'rule',
    field: 'contact.first_name',
    operator: 'eq',
    value: String(index),
  })),
};
const STEP_CONTACTS = 2_000;

describe('the counting of segments', function () {
  this.timeout(20_000);
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  const clock = createTestClock();
  let deps: WorkerDeps;
  let accountId: string;
  before(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, { clock });
  });
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
  });

  const createWith = async (filter: object | null, audienceId?: string) => {
    const { id } = await createSegment(database.pool, accountId, audienceId ? { audienceId } : {});
    await database.pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [
      id,
      filter && JSON.stringify(filter),
    ]);
    return id;
  };
  const read = (id: string) => requireSegment(database.pool, accountId, id);
  const start = async (...ids: string[]) => {
    const segments = await Promise.all(ids.map(read));
    await startRecounts({ database: database.pool, queues: SILENT_QUEUES }, segments, clock.now());
  };
  const run = (...ids: string[]) => handle({ ids }, deps);
  const recount = async (id: string) =>
    (await database.pool.query('SELECT * FROM segment_recounts WHERE id = $1', [id])).rows[0];
  const claim = async (id: string) => {
    const [claimed] = await recountsTable.claim(database.pool, [id], {
      worker: deps.lease.workerId,
      token: randomUUID(),
    });
    return claimed ?? expect.fail('The recount cannot be claimed.');
  };
  const insertContacts = (audienceId: string, number: number) =>
    database.pool.query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, created_at, updated_at)
       SELECT uuid_v7(now()), $1, $2, n || '@customer.dev', n || '@customer.dev', (n % 2000)::text, now(), now()
       FROM generate_series(1, $3::integer) AS n`,
      [accountId, audienceId, number],
    );

  it('counts static and dynamic segments, and stores when', async () => {
    const other = await createAudience(database.pool, accountId);
    const fixed = await createWith(null);
    const dynamic = await createWith(NAMED);
    const elsewhere = await createWith(NAMED, other.id);
    const firstName = 'Bo';
    await createContact(database.pool, { accountId, firstName, segmentIds: [fixed] });
    await createContact(database.pool, { accountId, segmentIds: [fixed] });
    await createContact(database.pool, { accountId, audienceId: other.id, firstName });
    await createContact(database.pool, { accountId, audienceId: other.id, firstName });
    await start(fixed, dynamic, elsewhere);
    await run(fixed, dynamic, elsewhere);
    const counted = await Promise.all([fixed, dynamic, elsewhere].map(read));
    expect(counted.map(({ contactsCount }) => contactsCount)).to.deep.equal([2, 1, 2]);
    for (const { countedAt } of counted) expect(countedAt).to.deep.equal(clock.now());
    expect(await recount(dynamic)).to.equal(undefined);
  });

  it('counts a large audience in steps, of which each records its place', async () => {
    const audienceId = await defaultAudienceOf(database.pool, accountId);
    const id = await createWith(THOUSAND_RULES);
    await insertContacts(audienceId, 2 * STEP_CONTACTS + 500);
    await start(id);
    const claimed = await claim(id);
    expect(await stepRecount(deps.database, claimed, clock.now())).to.equal('more');
    const { position, counted } = await recount(id);
    const { rows } = await database.pool.query(
      `SELECT count(*)::integer AS seen, count(*) FILTER (WHERE first_name::integer < 1000)::integer AS found
       FROM contacts WHERE audience_id = $1 AND id <= $2`,
      [audienceId, position],
    );
    expect(rows).to.deep.equal([{ seen: STEP_CONTACTS, found: counted }]);
    expect((await read(id)).contactsCount).to.equal(null);
    expect(await stepRecount(deps.database, claimed, clock.now())).to.equal('more');
    expect(await stepRecount(deps.database, claimed, clock.now())).to.equal('done');
    expect((await read(id)).contactsCount).to.equal(STEP_CONTACTS + 500);
  });

  it('continues where a worker that died has stopped', async () => {
    const id = await createWith(THOUSAND_RULES);
    await insertContacts(await defaultAudienceOf(database.pool, accountId), STEP_CONTACTS + 1);
    await start(id);
    const dead = await claim(id);
    await stepRecount(deps.database, dead, clock.now());
    await recountsTable.reclaim(database.pool, [dead], clock.now());
    await recountsTable.markDue(database.pool, clock.now(), 10);
    expect(await stepRecount(deps.database, dead, clock.now())).to.equal('done');
    expect((await read(id)).contactsCount).to.equal(null);
    await run(id);
    expect((await read(id)).contactsCount).to.equal(STEP_CONTACTS / 2 + 1);
  });

  it('records nothing when the filter of the segment is replaced meanwhile', async () => {
    const id = await createWith(NAMED);
    await createContact(database.pool, { accountId, firstName: 'Bo' });
    await start(id);
    const claimed = await claim(id);
    await transaction(database.pool, (client) => endRecount(client, id));
    await start(id);
    expect(await stepRecount(deps.database, claimed, clock.now())).to.equal('done');
    expect((await read(id)).contactsCount).to.equal(null);
    expect(await recount(id)).to.include({ counted: 0 });
  });

  it('ends when the segment was deleted', async () => {
    const id = await createWith(NAMED);
    await start(id);
    await database.pool.query('DELETE FROM segments WHERE id = $1', [id]);
    await run(id);
    expect(await recount(id)).to.equal(undefined);
  });

  it('is started once, however often a segment is shown', async () => {
    const id = await createWith(NAMED);
    await start(id);
    const { woken_at: woken } = await recount(id);
    await start(id);
    expect((await recount(id)).woken_at).to.deep.equal(woken);
    await Promise.all([run(id), run(id)]);
    expect((await read(id)).contactsCount).to.equal(0);
  });
});
