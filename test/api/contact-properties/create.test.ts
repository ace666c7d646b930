// POST /contact-properties (docs/reference/contact-properties.md#post-contact-properties).
import { expect } from 'chai';
import { CONTACT_PROPERTIES_MAX, PROPERTY_TEXT_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { findContactProperties } from '../../../shared/resources/contact-properties/find.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { insertMany } from '../../support/insert-many.ts';

const FREE = 3;
const AT_A_TIME = 20;

describe('POST /contact-properties', () => {
  const app = useApp();
  let accountId: string;
  let api: ReturnType<typeof app.as>;
  beforeEach(async () => {
    const key = await createApiKey(app.pool);
    accountId = key.accountId;
    api = app.as(key.token);
  });
  const create = (fields?: object) => api.post('/contact-properties').send(fields);
  const find = () => findContactProperties(app.pool, accountId);

  describe('Creates a contact property of each type, with a fallback value or without, and answers 201 with its record.', () => {
    for (const [type, values] of Object.entries({
      string: ['your company', '', '5', 'x'.repeat(PROPERTY_TEXT_MAX_LENGTH), null, undefined],
      number: [0, -1.5, 1e300, Number.MAX_SAFE_INTEGER + 1, null],
      boolean: [true, false, null],
      date: ['2026-11-20', '2024-02-29T23:59:59.123+05:30', '2026-11-20T12:00', null],
    })) {
      it(type, async () => {
        for (const [index, value] of values.entries()) {
          const { status, body } = await create({ key: `key_${index}`, type, fallback_value: value });
          const { id, ...rest } = body;
          expect(status, JSON.stringify(body)).to.equal(201);
          expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
          expect(rest).to.deep.equal({
            object: 'contact_property',
            key: `key_${index}`,
            type,
            fallback_value: value ?? null,
            created_at: app.clock.now().toISOString(),
          });
          expect((await api.get(`/contact-properties/${id}`)).body).to.deep.equal(body);
        }
      });
    }
  });

  it('Accepts keys such as `__proto__`, `constructor` and `toString` as ordinary names.', async () => {
    const keys = [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'Email_2',
      '_',
      '0',
      'k'.repeat(50),
    ];
    for (const key of keys) {
      const { status, body } = await create({ key, type: 'string', fallback_value: key });
      expect([status, body.key, body.fallback_value]).to.deep.equal([201, key, key]);
    }
    expect((await find()).map(({ key }) => key)).to.deep.equal(keys);
    expectError(await create({ key: '__proto__', type: 'number' }), 422, 'validation_error');
  });

  describe('Rejects a contact property without a key or type with missing_required_field 422.', () => {
    for (const field of ['key', 'type']) {
      it(field, async () => {
        for (const value of [undefined, null]) {
          const answer = await create({ key: 'company', type: 'string', [field]: value });
          expect(expectError(answer, 422, 'missing_required_field')).to.equal(`Missing \`${field}\` field.`);
        }
      });
    }
  });

  describe('Rejects a key with other characters or of more than 50, and an unknown type, with validation_error 422.', () => {
    for (const [field, value] of [
      ['key', 'first name'],
      ['key', 'firma-größe'],
      ['key', 'company\n'],
      ['key', 'k'.repeat(51)],
      ['key', 5],
      ['type', 'text'],
      ['type', 'String'],
      ['type', 5],
    ] as const) {
      it(`${field} ${JSON.stringify(value)}`, async () => {
        const answer = await create({ key: 'company', type: 'string', [field]: value });
        expect(expectError(answer, 422, 'validation_error')).to.include(`\`${field}\``);
        expect(await find()).to.deep.equal([]);
      });
    }
  });

  it('Rejects the keys email, first_name, last_name and unsubscribed, in any letter case, with validation_error 422.', async () => {
    for (const key of ['email', 'EMAIL', 'first_name', 'First_Name', 'last_name', 'unsubscribed'])
      expect(expectError(await create({ key, type: 'string' }), 422, 'validation_error')).to.include('`key`');
    expect(await find()).to.deep.equal([]);
  });

  describe('Rejects a fallback value that does not fit the type with validation_error 422.', () => {
    for (const [type, values] of Object.entries({
      string: [5, true, ['x'], {}, 'x'.repeat(PROPERTY_TEXT_MAX_LENGTH + 1)],
      number: ['5', true, []],
      boolean: ['true', 1],
      date: [
        'tomorrow',
        '2026-02-30',
        '20.11.2026',
        '2026-11',
        '',
        ' 2026-11-20',
        '0000-01-01',
        1_795_000_000,
      ],
    })) {
      it(type, async () => {
        for (const value of values) {
          const answer = await create({ key: 'company', type, fallback_value: value });
          const message = expectError(answer, 422, 'validation_error');
          expect(message, JSON.stringify(value)).to.include('`fallback_value`');
        }
        expect(await find()).to.deep.equal([]);
      });
    }

    it('a number that JSON can write and no program can hold', async () => {
      const body = '{"key": "company", "type": "number", "fallback_value": 1e400}';
      const answer = await api.post('/contact-properties').type('json').send(body);
      expectError(answer, 422, 'validation_error');
    });
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
    await insertMany(app.pool, 'contact_properties', [accountId], CONTACT_PROPERTIES_MAX - FREE);
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
      await api.delete(`/contact-properties/${body.id}`).expect(200);
    }
    await create({ key: 'plan', type: 'string' });
    await create({ key: 'company', type: 'string' });
    numbers.push(...(await find()).map(({ number }) => number));
    expect(numbers).to.deep.equal([1, 2, 3, 4, 5]);
  });
});
