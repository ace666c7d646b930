// What came for a contact (docs/reference/events.md#what-came-for-a-contact).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';
import { createEventOwner } from './owner.ts';

describe('GET /contacts/:id/events', () => {
  const app = useApp();
  const owner = useEach(() => createEventOwner(app));

  it('Lists what came for a contact by page, with the run of each automation or why none has started.', async () => {
    const starting = await owner.automate('paid');
    const disabled = await owner.automate('paid', { status: 'disabled' });
    for (const n of [1, 2, 3]) await owner.send('paid', { contact_id: owner.contact.id, payload: { n } });
    await owner.send('paid', { email: 'other@customer.dev' });
    const { rows } = await app.pool.query(
      'SELECT id FROM automation_runs WHERE contact_id = $1 ORDER BY id DESC',
      [owner.contact.id],
    );
    const { body } = await owner.api.get(`/contacts/${owner.contact.email}/events?limit=2`);
    expect(body).to.include({ object: 'list', has_more: true });
    expect(body.data[0]).to.deep.equal({
      id: body.data[0].id,
      event: 'paid',
      domain: owner.domain.name,
      payload: { n: 3 },
      created_at: app.clock.now().toISOString(),
      waits_resolved: 0,
      automations: [
        { automation_id: starting.id, run_id: rows[0].id, reason: null },
        { automation_id: disabled.id, run_id: null, reason: 'disabled' },
      ],
    });
    const path = `/contacts/${owner.contact.id}/events`;
    const next = await owner.api.get(`${path}?limit=2&after=${body.data[1].id}`);
    expect(next.body).to.deep.include({ has_more: false });
    expect(next.body.data.map(({ payload }: { payload: object }) => payload)).to.deep.equal([{ n: 1 }]);
    const back = await owner.api.get(`${path}?before=${next.body.data[0].id}`);
    expect(back.body.data).to.deep.equal(body.data);
  });

  it('Shows the events of a contact to its account only.', async () => {
    await owner.send('paid');
    const other = await createEventOwner(app);
    for (const path of [owner.contact.id, owner.contact.email, 'nobody@customer.dev'])
      expectError(await other.api.get(`/contacts/${path}/events`), 404, 'not_found');
  });

  it('Keeps the events of a contact for 30 days, and as long as one of its runs is in progress.', async () => {
    await owner.automate('waiting');
    await owner.send('old');
    await owner.send('waiting', { email: 'other@customer.dev' });
    app.clock.advance(DAY_MS);
    await owner.send('new');
    const later = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS);
    await removeOldRows(app.pool, later(29));
    expect(await owner.came()).to.have.lengthOf(2);
    await removeOldRows(app.pool, new Date(later(29).getTime() + 1));
    expect((await owner.came()).map(({ event }) => event)).to.deep.equal(['new']);
    const { body } = await owner.api.get('/contacts/other@customer.dev/events');
    expect(body.data.map(({ event }: { event: string }) => event)).to.deep.equal(['waiting']);
  });
});
