// POST /contacts (docs/reference/contacts.md#post-contacts).

import { expect } from 'chai';
import { fieldsByColumn } from '../../../shared/contract/contacts/fields.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createContactOwner } from './owner.ts';

const AT_A_TIME = 20;

describe('POST /contacts', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));

  it('Creates a contact with every field and answers 201 with its record.', async () => {
    await owner.make('/contact-properties', { key: 'plan', type: 'string' });
    const audience = await owner.audience();
    const segment = await owner.segment({ audience_id: audience });
    const topic = await owner.topic();
    const texts = fieldsByColumn(({ title }) => title);
    const { status, body } = await owner.add('Bo@Customer.dev', {
      ...texts,
      unsubscribed: true,
      tracking: 'refused',
      properties: { plan: 'pro' },
      segments: [{ id: segment.toUpperCase() }],
      topics: [{ id: topic, subscription: 'opt_out' }],
      audience_id: audience,
    });
    const { id, ...rest } = body;
    const now = app.clock.now().toISOString();
    expect(status).to.equal(201);
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(rest).to.deep.equal({
      object: 'contact',
      audience_id: audience,
      email: 'Bo@customer.dev',
      ...texts,
      unsubscribed: true,
      tracking: 'refused',
      created_at: now,
      updated_at: now,
      properties: { plan: { type: 'string', value: 'pro' } },
      segments: [{ id: segment, name: 'VIP' }],
      suppressed: null,
    });
    expect(await owner.contact(id)).to.deep.equal(body);
    const topics = (await owner.read(`/contacts/${id}/topics`)).data;
    expect(topics).to.deep.equal([{ id: topic, name: 'News', description: null, subscription: 'opt_out' }]);
  });

  it('Shows whether and since when the address of a contact is suppressed, and by what.', async () => {
    const other = await createContactOwner(app);
    const { body } = await owner.add('Bo@Customer.dev');
    const foreign = await other.add('bo@customer.dev');
    const since = app.clock.now().toISOString();
    await owner.make('/suppressions', { email: 'bo@customer.dev' });
    app.clock.advance(1_000);
    const suppressed = { origin: 'manual', since };
    expect(await owner.contact(body.id)).to.deep.equal({ ...body, suppressed });
    expect((await owner.add('bo@customer.dev', { first_name: 'Bo' })).body.suppressed).to.deep.equal(
      suppressed,
    );
    expect((await other.contact(foreign.body.id))['suppressed']).to.equal(null);
    await owner.api.delete('/suppressions/bo@customer.dev').expect(200);
    expect((await owner.contact(body.id))['suppressed']).to.equal(null);
  });

  it('Updates the contact of an address that exists and answers 200 with the same id: what is given replaces, what is absent or null stays.', async () => {
    await owner.make('/contact-properties', { key: 'plan', type: 'string' });
    await owner.make('/contact-properties', { key: 'age', type: 'number' });
    const first = await owner.add('bo@customer.dev', {
      first_name: 'Bo',
      last_name: 'Smith',
      properties: { plan: 'pro', age: 40 },
    });
    app.clock.advance(5_000);
    const second = await owner.add('BO@customer.dev', {
      first_name: null,
      last_name: 'Jones',
      properties: { age: 41, plan: null },
    });
    expect([first.status, second.status]).to.deep.equal([201, 200]);
    expect(second.body).to.deep.equal({
      ...first.body,
      last_name: 'Jones',
      properties: { age: { type: 'number', value: 41 }, plan: { type: 'string', value: 'pro' } },
      updated_at: app.clock.now().toISOString(),
    });
    expect(await owner.emails()).to.deep.equal(['bo@customer.dev']);
  });

  it('Creates one contact when several requests create the same address at the same time.', async () => {
    const announced = await owner.listen('contact.*');
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, index) => owner.add(index % 2 ? 'bo@x.dev' : 'Bo@X.dev')),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([...Array(AT_A_TIME - 1).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1);
    expect(await owner.emails()).to.have.length(1);
    expect((await announced()).map(({ type }) => type)).to.deep.equal(['contact.created']);
  });

  it('Adds the contact to segments, and rejects a segment of another audience with validation_error 422.', async () => {
    const first = await owner.make('/segments', { name: 'First' });
    const second = await owner.make('/segments', { name: 'Second' });
    const { body } = await owner.add('bo@x.dev', { segments: [first, { id: second }, first] });
    expect(body.segments).to.deep.equal([
      { id: second, name: 'Second' },
      { id: first, name: 'First' },
    ]);
    const audience = await owner.audience('Other');
    const foreign = await owner.make('/segments', { name: 'Other', audience_id: audience });
    const answer = await owner.add('cy@x.dev', { segments: [first, foreign] });
    expect(expectError(answer, 422, 'validation_error')).to.include(foreign);
    expect(await owner.emails()).to.deep.equal(['bo@x.dev']);
  });

  it('Rejects an unknown audience, segment or topic with not_found 404, a malformed id with validation_error 422, and creates nothing.', async () => {
    const other = await createContactOwner(app);
    const ids = {
      audience: await other.audience('Other'),
      segment: await other.make('/segments', { name: 'Other' }),
      topic: await other.make('/topics', { name: 'Other', default_subscription: 'opt_in' }),
    };
    const bodiesWith = (audience: string, segment: string, topic: string) => [
      { audience_id: audience },
      { segments: [segment] },
      { segments: [{ id: segment }] },
      { topics: [{ id: topic, subscription: 'opt_in' }] },
    ];
    const unknown = bodiesWith(UNKNOWN_ID, UNKNOWN_ID, UNKNOWN_ID);
    for (const body of [...unknown, ...bodiesWith(ids.audience, ids.segment, ids.topic)])
      expectError(await owner.add('bo@x.dev', body), 404, 'not_found');
    for (const body of bodiesWith('none', '-1', '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e'))
      expectError(await owner.add('bo@x.dev', body), 422, 'validation_error');
    expect(await owner.emails()).to.deep.equal([]);
  });
});
