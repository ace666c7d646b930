// POST /contact-properties (docs/reference/contact-properties.md#post-contact-properties).
import { expect } from 'chai';
import { CONTACT_PROPERTIES_MAX, PROPERTY_TEXT_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { findContactProperties } from '../../../shared/resources/audience/contact-properties/find.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { insertMany } from '../../support/factories/insert-many.ts';

const FREE = 3;
const AT_A_TIME = 20;

describe('POST /contact-properties', () => {
  const app = useApp();
  const account = useAccount(app);
  const create = (fields?: object) => account.api.post('/contact-properties').send(fields);
  const find = () => findContactProperties(app.pool, account.accountId);

  it('Creates a contact property of each type, with a fallback value or without, and answers 201 with its record.', async () => {
    for (const [type, values] of Object.entries({
      string: ['your company', '', '5', 'x'.repeat(PROPERTY_TEXT_MAX_LENGTH), null, undefined],
      number: [0, -1.5, 1e300, Number.MAX_SAFE_INTEGER + 1, null],
      boolean: [true, false, null],
      date: ['2026-11-20', '2024-02-29T23:59:59.123+05:30', '2026-11-20T12:00', null],
    })) {
      for (const [index, value] of values.entries()) {
        const key = `${type}_${index}`;
        const { status, body } = await create({ key, type, fallback_value: value });
        const { id, ...rest } = body;
        expect(status, JSON.stringify(body)).to.equal(201);
        expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
        const created_at = app.clock.now().toISOString();
        const fields = { object: 'contact_property', key, type, created_at };
        expect(rest).to.deep.equal({ ...fields, fallback_value: value ?? null });
        expect(await account.read(`/contact-properties/${id}`)).to.deep.equal(body);
      }
    }
  });

  it('Accepts keys such as `__proto__`, `constructor` and `toString` as ordinary names.', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const keys = [...names, 'Email_2', '_', '0', 'k'.repeat(50)];
    for (const key of keys) {
      const { status, body } = await create({ key, type: 'string', fallback_value: key });
      expect([status, body.key, body.fallback_value]).to.deep.equal([201, key, key]);
    }
    expect((await find()).map(({ key }) => key)).to.deep.equal(keys);
    expectError(await create({ key: '__proto__', type: 'number' }), 422, 'validation_error');
  });

  it('Rejects a fallback value that does not fit the type with validation_error 422.', async () => {
    // JSON can write this number, and no program can hold it.
    const body = '{"key": "company", "type": "number", "fallback_value": 1e400}';
    const answer = await account.api.post('/contact-properties').type('json').send(body);
    expectError(answer, 422, 'validation_error');
    expect(await find()).to.deep.equal([]);
  });

  it('Rejects a key that the account has already with validation_error 422 and names it, also when requests come at the same time.', async () => {
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, () => create({ key: 'company', type: 'string' })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - 1);
    for (const answer of refused) expect(expectError(answer, 422, 'validation_error')).to.include('company');
    expect(await find()).to.have.length(1);
    await create({ key: 'Company', type: 'string' }).expect(201);
    const other = app.as((await createApiKey(app.pool)).token);
    await other.post('/contact-properties').send({ key: 'company', type: 'string' }).expect(201);
  });

  it('Creates up to 200 contact properties per account and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(CONTACT_PROPERTIES_MAX).to.equal(200);
    await insertMany(app.pool, 'contact_properties', [account.accountId], CONTACT_PROPERTIES_MAX - FREE);
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, n) => create({ key: `late_${n}`, type: 'string' })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('up to 200 contact properties');
    expect(await find()).to.have.length(CONTACT_PROPERTIES_MAX);
  });

  it('Gives a property that is created again after its deletion a number of its own, so that no old value comes back.', async () => {
    const numbers: number[] = [];
    for (const type of ['string', 'number', 'string']) {
      const { body } = await create({ key: 'company', type });
      numbers.push((await find())[0]?.number ?? 0);
      await account.api.delete(`/contact-properties/${body.id}`).expect(200);
    }
    await create({ key: 'plan', type: 'string' });
    await create({ key: 'company', type: 'string' });
    numbers.push(...(await find()).map(({ number }) => number));
    expect(numbers).to.deep.equal([1, 2, 3, 4, 5]);
  });
});
