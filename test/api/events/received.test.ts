// What came for an account (docs/reference/events.md#what-came-for-an-account).
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createEventOwner } from './owner.ts';

describe('GET /events/received', () => {
  const app = useApp();
  const owner = useEach(() => createEventOwner(app));
  const received = async (query = '') => (await owner.read(`/events/received${query}`)).data;
  const numbers = async (query: string) =>
    (await received(query)).map(({ payload }: { payload: { n: number } }) => payload.n);

  it('Lists what came for the account, newest first, with the contact of each event, and what it has started.', async () => {
    const { id: automation_id } = await owner.automate('paid', { status: 'disabled' });
    await owner.send('paid', { email: 'other@customer.dev', payload: { n: 1 } });
    await owner.send('paid');
    await (await createEventOwner(app)).send('paid');
    const [newest, oldest, ...others] = await received();
    expect(others).to.deep.equal([]);
    const { id, email } = owner.contact;
    expect(newest).to.deep.equal({ ...(await owner.came())[0], contact: { id, email } });
    expect(newest.automations).to.deep.equal([{ automation_id, run_id: null, reason: 'disabled' }]);
    expect(oldest.contact.email).to.equal('other@customer.dev');
    expect(await received(`?after=${newest.id}`)).to.deep.equal([oldest]);
    await owner.api.delete(`/contacts/${oldest.contact.id}`).expect(200);
    expect((await received())[1]).to.deep.equal({ ...oldest, contact: null });
  });

  it('Filters what came by event, by contact and by time.', async () => {
    const other = { email: 'other@customer.dev' };
    await owner.send('paid', { ...other, payload: { n: 1 } });
    app.clock.advance(2 * HOUR_MS);
    await owner.send('paid', { ...other, payload: { n: 2 } });
    await owner.send('signed up', { ...other, payload: { n: 3 } });
    await owner.send('paid', { contact_id: owner.contact.id, payload: { n: 4 } });
    const [{ contact }] = await received('?event=signed%20up');
    for (const [query, expected] of [
      ['event=paid', [4, 2, 1]],
      [`contact_id=${contact.id}`, [3, 2, 1]],
      ['since=1%20hour%20ago', [4, 3, 2]],
      [`event=paid&contact_id=${contact.id}&since=1%20hour%20ago`, [2]],
      ['event=unknown', []],
      ['since=2199-01-01', []],
    ] as const)
      expect(await numbers(`?${query}`), query).to.deep.equal(expected);
  });

  it('Lists what came for the account even if it has defined an event with the name received.', async () => {
    const { body } = await owner.api.post('/events').send({ name: 'received' }).expect(201);
    expect(await received()).to.deep.equal([]);
    expect(await owner.read(`/events/${body.id}`)).to.deep.equal(body);
  });
});
