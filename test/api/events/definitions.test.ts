// Definitions of events (docs/reference/events.md#definitions).
import { expect } from 'chai';
import { EVENTS_MAX } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { insertMany } from '../../support/factories/insert-many.ts';
import { createEventOwner } from './owner.ts';

const SCHEMA = { total: 'number', note: 'string', paid: 'boolean', at: 'date' };

describe('Definitions of events', () => {
  const app = useApp();
  const owner = useEach(() => createEventOwner(app));
  const define = (body: object) => owner.api.post('/events').send(body);
  const count = () => owner.count('events');

  it('Defines an event with a name and a schema, and answers 201 with its record.', async () => {
    const { status, body } = await define({ name: 'order.paid', schema: SCHEMA });
    const { id, ...rest } = body;
    expect(status).to.equal(201);
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(rest).to.deep.equal({
      object: 'event',
      name: 'order.paid',
      schema: SCHEMA,
      created_at: app.clock.now().toISOString(),
      updated_at: null,
    });
  });

  it('Defines an event without a schema when it is null or absent.', async () => {
    expect((await define({ name: 'a' })).body).to.include({ schema: null });
    expect((await define({ name: 'b', schema: null })).body).to.include({ schema: null });
  });

  it('Rejects the names that belong to the service with validation_error 422, in definitions and in events.', async () => {
    for (const name of ['contact.created', 'service:', 'service:schedule', 'service:x']) {
      expectError(await define({ name }), 422, 'validation_error');
      expectError(await owner.send(name), 422, 'validation_error');
    }
    expect(await count()).to.equal(0);
    expect((await define({ name: 'contact.updated' })).status).to.equal(201);
  });

  it('Rejects a second definition of the same name with validation_error 422.', async () => {
    await define({ name: 'order.paid' }).expect(201);
    const answers = await Promise.all([1, 2, 3].map(() => define({ name: 'twice' })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422]);
    expectError(await define({ name: 'order.paid', schema: SCHEMA }), 422, 'validation_error');
    const other = await createEventOwner(app);
    expect((await other.api.post('/events').send({ name: 'order.paid' })).status).to.equal(201);
  });

  it('Defines up to 1,000 events per account and rejects the next with validation_error 422.', async () => {
    await insertMany(app.pool, 'events', [owner.accountId], EVENTS_MAX - 1);
    const answers = await Promise.all([1, 2, 3].map((index) => define({ name: `last${index}` })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422]);
    expect(await count()).to.equal(EVENTS_MAX);
  });

  it('Lists definitions of events, newest first, with every field except `object`.', async () => {
    for (const name of ['a', 'b', 'c']) await define({ name, schema: SCHEMA });
    const { body } = await owner.api.get('/events?limit=2');
    expect(body.has_more).to.equal(true);
    expect(body.data.map(({ name }: { name: string }) => name)).to.deep.equal(['c', 'b']);
    expect(body.data[0]).to.have.all.keys('id', 'name', 'schema', 'created_at', 'updated_at');
    const next = await owner.api.get(`/events?after=${body.data[1].id}`);
    expect(next.body.data.map(({ name }: { name: string }) => name)).to.deep.equal(['a']);
  });

  it('Answers a definition by its id and by its name, whatever characters the name has.', async () => {
    for (const name of ['order.paid', 'a/b ? c', '%41', 'Bestellung: bezahlt ✓', '..x']) {
      const { body } = await define({ name, schema: { __proto__x: 'string' } });
      for (const idOrName of [body.id, encodeURIComponent(name)])
        expect(await owner.read(`/events/${idOrName}`)).to.deep.equal(body);
    }
    expectError(await owner.api.get('/events/order.paid2'), 404, 'not_found');
    const { body: first } = await define({ name: 'first' });
    const { body: named } = await define({ name: first.id });
    expect((await owner.read(`/events/${first.id}`)).name).to.equal('first');
    expect((await owner.read(`/events/${named.id}`)).name).to.equal(first.id);
  });

  it('Replaces the schema of an event, and removes it when it is null.', async () => {
    const { body: event } = await define({ name: 'order.paid', schema: SCHEMA });
    app.clock.advance(1_000);
    const change = (schema: object | null, idOrName = event.id) =>
      owner.api.patch(`/events/${idOrName}`).send({ schema, name: 'ignored' });
    const { body } = await change({ sum: 'number' }, 'order.paid');
    expect(body).to.deep.equal({
      ...event,
      schema: { sum: 'number' },
      updated_at: app.clock.now().toISOString(),
    });
    expect((await change(null)).body).to.include({ name: 'order.paid', schema: null });
  });

  it('Answers the deletion of a definition with its id and `deleted: true`; events of its name can still be sent.', async () => {
    const { body: event } = await define({ name: 'order.paid', schema: SCHEMA });
    const { status, body } = await owner.api.delete('/events/order.paid');
    expect([status, body]).to.deep.equal([200, { object: 'event', id: event.id, deleted: true }]);
    expectError(await owner.api.delete(`/events/${event.id}`), 404, 'not_found');
    const send = owner.send('order.paid', { contact_id: owner.contact.id, payload: { total: 'none' } });
    expect((await send).status).to.equal(202);
  });
});
