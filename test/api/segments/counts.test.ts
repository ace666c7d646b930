// The counts of segments (docs/reference/segments.md#counts).
import { expect } from 'chai';
import { showSegment } from '../../../shared/resources/audience/segments/counts/show.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { createContactOwner } from '../contacts/owner.ts';

const TEN_MINUTES_MS = 600_000;
const NAMED = { field: 'contact.first_name', operator: 'exists' };

describe('The count of a segment', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  const get = async (id: string) => await owner.read(`/segments/${id}`);
  const recounts = async (): Promise<string[]> => {
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM segment_recounts WHERE account_id = $1 AND woken_at IS NOT NULL ORDER BY id',
      [owner.accountId],
    );
    return rows.map(({ id }) => id);
  };

  it('Counts the contacts of a segment, static or dynamic, when it is read by its id.', async () => {
    const fixed = await owner.make('/segments', { name: 'Fixed' });
    const dynamic = await owner.make('/segments', { name: 'Named', filter: NAMED });
    const counts = async () =>
      [await get(fixed), await get(dynamic)].map((segment) => segment.contacts_count);
    expect(await counts()).to.deep.equal([0, 0]);
    await owner.add('bo@x.dev', { first_name: 'Bo', segments: [fixed] });
    await owner.add('cy@x.dev', { segments: [fixed] });
    app.clock.advance(1_000);
    expect(await counts()).to.deep.equal([2, 1]);
    expect((await get(dynamic)).counted_at).to.equal(app.clock.now().toISOString());
    expect(await recounts()).to.deep.equal([]);
  });

  it('Answers the last count of a segment that takes too long to count, and starts a job that counts it.', async () => {
    const id = await owner.make('/segments', { name: 'Named', filter: NAMED });
    await owner.add('bo@x.dev', { first_name: 'Bo' });
    const { counted_at } = await get(id);
    await owner.add('cy@x.dev', { first_name: 'Cy' });
    const client = await app.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE');
      const deps = { database: app.pool, queues: SILENT_QUEUES };
      const { accountId } = owner;
      app.clock.advance(1_000);
      const shown = await showSegment(deps, { accountId, id }, app.clock.now(), 100);
      expect([shown.contactsCount, shown.countedAt?.toISOString()]).to.deep.equal([1, counted_at]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await recounts()).to.deep.equal([id]);
    expect((await get(id)).contacts_count).to.equal(2);
  });

  it('Lists segments with their last counts, and starts to count those that are missing or older than ten minutes.', async () => {
    const first = await owner.make('/segments', { name: 'First' });
    const second = await owner.make('/segments', { name: 'Second', filter: NAMED });
    const third = await owner.make('/segments', { name: 'Third', filter: NAMED });
    await get(first);
    app.clock.advance(1);
    await get(second);
    app.clock.advance(TEN_MINUTES_MS);
    await owner.add('bo@x.dev', { first_name: 'Bo', segments: [first] });
    for (let again = 0; again < 2; again += 1) {
      const { data } = await owner.read('/segments');
      const counts = data.map((segment: { contacts_count: number | null }) => segment.contacts_count);
      expect(counts).to.deep.equal([null, 0, 0]);
      expect(await recounts()).to.deep.equal([first, third].sort());
    }
    expectError(await owner.api.get('/segments?limit=0'), 422, 'validation_error');
  });
});
