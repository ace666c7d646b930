// The values of contact properties (docs/reference/contacts.md#properties).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContactOwner } from './owner.ts';

describe('The properties of a contact', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  const declare = (key: string, type: string) => owner.make('/contact-properties', { key, type });

  it('Stores values of every type, and answers each with its type.', async () => {
    const values = { text: 'x'.repeat(2_000), amount: -1.5, active: false, born: '1990-05-01' };
    const types = { text: 'string', amount: 'number', active: 'boolean', born: 'date' };
    for (const [key, type] of Object.entries(types)) await declare(key, type);
    const { status, body } = await owner.add('bo@x.dev', { properties: values });
    expect(status).to.equal(201);
    expect(body.properties).to.deep.equal({
      active: { type: 'boolean', value: false },
      amount: { type: 'number', value: -1.5 },
      born: { type: 'date', value: '1990-05-01' },
      text: { type: 'string', value: values.text },
    });
    const changed = await owner.api
      .patch('/contacts/bo@x.dev')
      .send({ properties: { text: '', amount: 0, born: '2026-11-22T10:00:00+02:00' } });
    expect(changed.body.properties).to.deep.equal({
      ...body.properties,
      amount: { type: 'number', value: 0 },
      born: { type: 'date', value: '2026-11-22T10:00:00+02:00' },
      text: { type: 'string', value: '' },
    });
  });

  it('Rejects a value of another type, and a key that is no contact property, with validation_error 422.', async () => {
    const wrong = {
      string: [5, 'x'.repeat(2_001), ['a']],
      number: ['5', true],
      boolean: ['true', 0],
      date: ['tomorrow', '2026-02-30', 20_260_101, {}],
    };
    await owner.add('bo@x.dev');
    for (const [key, values] of Object.entries(wrong)) {
      await declare(key, key);
      for (const value of values) {
        const properties = { [key]: value };
        for (const answer of [
          await owner.add('bo@x.dev', { properties }),
          await owner.api.patch('/contacts/bo@x.dev').send({ first_name: 'B', properties }),
        ])
          expect(expectError(answer, 422, 'validation_error')).to.include(`\`properties.${key}\``);
      }
    }
    // JSON can write this number, and no program can hold it.
    const body = '{"email":"bo@x.dev","properties":{"number":1e999}}';
    expectError(await owner.api.post('/contacts').type('json').send(body), 422, 'validation_error');
    const unknown = await owner.add('bo@x.dev', { properties: { plan: 'pro' } });
    expect(expectError(unknown, 422, 'validation_error')).to.include('"plan"');
    expect(await owner.contact('bo@x.dev')).to.deep.include({ first_name: null, properties: {} });
  });

  it('Treats keys such as `__proto__`, `constructor` and `toString` like any other.', async () => {
    const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const bodyWith = (email: string) =>
      `{"email":"${email}","properties":{${keys.map((key) => `"${key}":"v"`).join(',')}}}`;
    const send = (email: string) => owner.api.post('/contacts').type('json').send(bodyWith(email));
    expect(expectError(await send('bo@x.dev'), 422, 'validation_error')).to.include('__proto__');
    for (const key of keys) await declare(key, 'string');
    const { status, text } = await send('bo@x.dev');
    expect(status).to.equal(201);
    for (const key of keys) expect(text).to.include(`"${key}":{"type":"string","value":"v"}`);
    const polluted = {} as Record<string, unknown>;
    expect([polluted['type'], polluted['value']]).to.deep.equal([undefined, undefined]);
    const removed = await owner.api
      .patch('/contacts/bo@x.dev')
      .type('json')
      .send('{"properties":{"__proto__":null}}');
    expect(removed.text).to.include('toString');
    expect(removed.text).not.to.include('__proto__');
  });

  it('Shows no value of a property that was deleted and created again.', async () => {
    const id = await declare('plan', 'string');
    const { body } = await owner.add('bo@x.dev', { properties: { plan: 'pro' } });
    await owner.api.delete(`/contact-properties/${id}`).expect(200);
    expect((await owner.contact(body.id)).properties).to.deep.equal({});
    expectError(await owner.add('bo@x.dev', { properties: { plan: 'x' } }), 422, 'validation_error');
    await declare('plan', 'number');
    expect((await owner.contact(body.id)).properties).to.deep.equal({});
    const again = await owner.add('bo@x.dev', { properties: { plan: 5 } });
    expect(again.body.properties).to.deep.equal({ plan: { type: 'number', value: 5 } });
  });

  it('Stores values of 200 properties in one contact.', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `key_${index}`);
    for (const key of keys) await declare(key, 'string');
    const properties = Object.fromEntries(keys.map((key) => [key, 'x'.repeat(2_000)]));
    const { status, body } = await owner.add('bo@x.dev', { properties });
    expect([status, Object.keys(body.properties).length]).to.deep.equal([201, 200]);
    const more = { ...properties, key_200: 'x' };
    expectError(await owner.add('cy@x.dev', { properties: more }), 422, 'validation_error');
  });
});
