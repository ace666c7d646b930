// The job that counts segments: in steps, each of which is recorded under the fencing token.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { requireSegment } from '../../../shared/resources/audience/segments/find.ts';
import { startRecounts } from '../../../shared/resources/audience/segments/recounts/start.ts';
import { recountWalk } from '../../../shared/resources/audience/segments/recounts/step.ts';
import { recountWork } from '../../../shared/resources/audience/segments/recounts/work.ts';
import { updateSegment } from '../../../shared/resources/audience/segments/update.ts';
import {
  createAudience,
  createContact,
  createSegment,
  defaultAudienceOf,
} from '../../support/factories/contact-factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { runJob } from '../../support/work/run-job.ts';
import { useAccountJob } from '../support/use-job.ts';

const NAMED = { type: 'rule', field: 'contact.first_name', operator: 'exists' } as const;
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

describe('the counting of segments', () => {
  const job = useAccountJob();
  const { clock, query, row } = job;

  const createWith = async (filter: object | null, audienceId?: string) => {
    const { id } = await createSegment(job.pool, job.accountId, audienceId ? { audienceId } : {});
    await query('UPDATE segments SET filter = $2 WHERE id = $1', [id, filter && JSON.stringify(filter)]);
    return id;
  };
  const read = (id: string) => requireSegment(job.pool, job.accountId, id);
  const start = async (...ids: string[]) => {
    const segments = await Promise.all(ids.map(read));
    await startRecounts({ database: job.pool, queues: SILENT_QUEUES }, segments, clock.now());
  };
  const run = (...ids: string[]) => runJob(recountWork, ids, job.deps);
  const recount = (id: string) => row('SELECT * FROM segment_recounts WHERE id = $1', [id]);
  const claim = async (id: string) => {
    const [claimed] = await recountWork.table.claim(job.pool, [id], {
      worker: job.deps.lease.workerId,
      token: randomUUID(),
    });
    return claimed ?? expect.fail('The recount cannot be claimed.');
  };
  const insertContacts = (audienceId: string, number: number) =>
    query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, created_at, updated_at)
       SELECT uuid_v7(now()), $1, $2, n || '@customer.dev', n || '@customer.dev', (n % 2000)::text, now(), now()
       FROM generate_series(1, $3::integer) AS n`,
      [job.accountId, audienceId, number],
    );

  it('counts static and dynamic segments, and stores when', async () => {
    const other = await createAudience(job.pool, job.accountId);
    const fixed = await createWith(null);
    const dynamic = await createWith(NAMED);
    const elsewhere = await createWith(NAMED, other.id);
    const firstName = 'Bo';
    await createContact(job.pool, { accountId: job.accountId, firstName, segmentIds: [fixed] });
    await createContact(job.pool, { accountId: job.accountId, segmentIds: [fixed] });
    await createContact(job.pool, { accountId: job.accountId, audienceId: other.id, firstName });
    await createContact(job.pool, { accountId: job.accountId, audienceId: other.id, firstName });
    await start(fixed, dynamic, elsewhere);
    await run(fixed, dynamic, elsewhere);
    const counted = await Promise.all([fixed, dynamic, elsewhere].map(read));
    expect(counted.map(({ contactsCount }) => contactsCount)).to.deep.equal([2, 1, 2]);
    for (const { countedAt } of counted) expect(countedAt).to.deep.equal(clock.now());
    expect(await recount(dynamic)).to.equal(undefined);
  });

  it('counts a large audience in steps, of which each records its place', async () => {
    const audienceId = await defaultAudienceOf(job.pool, job.accountId);
    const id = await createWith(THOUSAND_RULES);
    await insertContacts(audienceId, 2 * STEP_CONTACTS + 500);
    await start(id);
    const claimed = await claim(id);
    expect(await recountWalk.step(job.deps, claimed, clock.now())).to.equal('more');
    const { position, counted } = await recount(id);
    const rows = await query(
      `SELECT count(*)::integer AS seen, count(*) FILTER (WHERE first_name::integer < 1000)::integer AS found
       FROM contacts WHERE audience_id = $1 AND id <= $2`,
      [audienceId, position],
    );
    expect(rows).to.deep.equal([{ seen: STEP_CONTACTS, found: counted }]);
    expect((await read(id)).contactsCount).to.equal(null);
    expect(await recountWalk.step(job.deps, claimed, clock.now())).to.equal('more');
    expect(await recountWalk.step(job.deps, claimed, clock.now())).to.equal('done');
    expect((await read(id)).contactsCount).to.equal(STEP_CONTACTS + 500);
  });

  it('continues where a worker that died has stopped', async () => {
    const id = await createWith(THOUSAND_RULES);
    await insertContacts(await defaultAudienceOf(job.pool, job.accountId), STEP_CONTACTS + 1);
    await start(id);
    const dead = await claim(id);
    await recountWalk.step(job.deps, dead, clock.now());
    await recountWork.table.reclaim(job.pool, [dead], clock.now());
    await recountWork.table.markDue(job.pool, clock.now(), 10);
    expect(await recountWalk.step(job.deps, dead, clock.now())).to.equal('done');
    expect((await read(id)).contactsCount).to.equal(null);
    await run(id);
    expect((await read(id)).contactsCount).to.equal(STEP_CONTACTS / 2 + 1);
  });

  it('records nothing when the filter of the segment is replaced during the count', async () => {
    const id = await createWith(NAMED);
    await createContact(job.pool, { accountId: job.accountId, firstName: 'Bo' });
    await start(id);
    const claimed = await claim(id);
    await updateSegment(
      job.pool,
      { accountId: job.accountId, id },
      { filter: { ...NAMED, operator: 'is_empty' } },
      job.clock.now(),
    );
    await start(id);
    expect(await recountWalk.step(job.deps, claimed, clock.now())).to.equal('done');
    expect((await read(id)).contactsCount).to.equal(null);
    expect(await recount(id)).to.include({ counted: 0 });
  });

  it('ends when the segment was deleted', async () => {
    const id = await createWith(NAMED);
    await start(id);
    await query('DELETE FROM segments WHERE id = $1', [id]);
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
