// POST /segments (docs/reference/segments.md#post-segments).
import { expect } from 'chai';
import { LIST_NAME_MAX_LENGTH, SEGMENTS_MAX } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/app.ts';
import { createAudience, defaultAudienceOf } from '../../support/contact-factories.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { insertMany } from '../../support/insert-many.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const FREE = 3;
const AT_A_TIME = 20;

describe('POST /segments', () => {
  const app = useApp();
  let accountId: string;
  let api: ReturnType<typeof app.as>;
  beforeEach(async () => {
    const key = await createApiKey(app.pool);
    accountId = key.accountId;
    api = app.as(key.token);
  });
  const create = (body?: object) => api.post('/segments').send(body);
  const count = async () =>
    (await app.pool.query('SELECT FROM segments WHERE account_id = $1', [accountId])).rowCount;

  it('Creates a segment in the default audience when the request names none, and answers 201 with its record.', async () => {
    const audience_id = await defaultAudienceOf(app.pool, accountId);
    for (const nothing of [{}, { audience_id: null, filter: null, colour: 'blue' }]) {
      const { status, body } = await create({ name: ' Beta testers ', ...nothing });
      const { id, ...rest } = body;
      expect(status).to.equal(201);
      expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      const created_at = app.clock.now().toISOString();
      const uncounted = { filter: null, contacts_count: null, counted_at: null };
      expect(rest).to.deep.equal({
        object: 'segment',
        name: 'Beta testers',
        audience_id,
        ...uncounted,
        created_at,
      });
    }
  });

  it('Creates a segment in the audience that the request names.', async () => {
    const { id } = await createAudience(app.pool, accountId);
    for (const audience_id of [id, id.toUpperCase()]) {
      const { status, body } = await create({ name: 'Beta testers', audience_id });
      expect([status, body.audience_id]).to.deep.equal([201, id]);
    }
  });

  it('Answers not_found 404 to a segment in an unknown audience or one of another account.', async () => {
    const foreign = await createAudience(app.pool, (await createApiKey(app.pool)).accountId);
    for (const audience_id of [foreign.id, UNKNOWN_ID]) {
      const answer = await create({ name: 'Beta testers', audience_id });
      expect(expectError(answer, 404, 'not_found')).to.equal('Audience not found.');
    }
    expect(await count()).to.equal(0);
  });

  describe('Rejects a segment without a name with missing_required_field 422.', () => {
    for (const body of [undefined, {}, { name: null }, { name: ' ' }]) {
      it(JSON.stringify(body) ?? 'no body', async () => {
        expect(expectError(await create(body), 422, 'missing_required_field')).to.equal(
          'Missing `name` field.',
        );
      });
    }
  });

  describe('Rejects a segment whose name is too long or no text, or whose `audience_id` is not an id, with validation_error 422.', () => {
    for (const [field, value] of [
      ['name', 'x'.repeat(LIST_NAME_MAX_LENGTH + 1)],
      ['name', 5],
      ['audience_id', 'none'],
      ['audience_id', ''],
      ['audience_id', '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e'],
      ['audience_id', 5],
    ] as const) {
      it(`${field} ${String(value).slice(0, 40)}`, async () => {
        const answer = await create({ name: 'Beta testers', [field]: value });
        expect(expectError(answer, 422, 'validation_error')).to.include(`\`${field}\``);
      });
    }
  });

  it('Creates a dynamic segment with a filter, and answers the filter in its long form.', async () => {
    const filter = { not: { field: 'contact.first_name', operator: 'is_empty' } };
    const { status, body } = await create({ name: 'Named', filter });
    const long = { type: 'not', rule: { type: 'rule', field: 'contact.first_name', operator: 'is_empty' } };
    expect([status, body.filter]).to.deep.equal([201, long]);
    expect([body.contacts_count, body.counted_at]).to.deep.equal([null, null]);
    expect((await api.get(`/segments/${body.id}`)).body.filter).to.deep.equal(long);
  });

  it('Creates up to 500 segments per account and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(SEGMENTS_MAX).to.equal(500);
    await insertMany(app.pool, 'segments', [accountId], SEGMENTS_MAX - FREE);
    const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => create({ name: 'Late' })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('up to 500 segments');
    expect(await count()).to.equal(SEGMENTS_MAX);
  });
});
