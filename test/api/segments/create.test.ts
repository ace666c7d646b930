// POST /segments (docs/reference/segments.md#post-segments).
import { expect } from 'chai';
import { SEGMENTS_MAX } from '../../../shared/contract/limits.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAudience, defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { insertMany } from '../../support/factories/insert-many.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const FREE = 3;
const AT_A_TIME = 20;

describe('POST /segments', () => {
  const app = useApp();
  const account = useAccount(app);
  const create = (body?: object) => account.api.post('/segments').send(body);

  it('Creates a segment in the default audience when the request names none, and answers 201 with its record.', async () => {
    const audience_id = await defaultAudienceOf(app.pool, account.accountId);
    for (const nothing of [{}, { audience_id: null, filter: null, colour: 'blue' }]) {
      const { status, body } = await create({ name: ' Beta testers ', ...nothing });
      const { id, ...rest } = body;
      expect(status).to.equal(201);
      expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      const created_at = app.clock.now().toISOString();
      const uncounted = { filter: null, contacts_count: null, counted_at: null };
      const times = { created_at, updated_at: created_at };
      const record = { object: 'segment', name: 'Beta testers', audience_id, ...times };
      expect(rest).to.deep.equal({ ...record, ...uncounted });
    }
  });

  it('Creates a segment in the audience that the request names.', async () => {
    const { id } = await createAudience(app.pool, account.accountId);
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
    expect(await account.count('segments')).to.equal(0);
  });

  it('Creates a dynamic segment with a filter, and answers the filter in its long form.', async () => {
    const filter = { not: { field: 'contact.first_name', operator: 'is_empty' } };
    const { status, body } = await create({ name: 'Named', filter });
    const long = { type: 'not', rule: { type: 'rule', field: 'contact.first_name', operator: 'is_empty' } };
    expect([status, body.filter]).to.deep.equal([201, long]);
    expect([body.contacts_count, body.counted_at]).to.deep.equal([null, null]);
    expect((await account.read(`/segments/${body.id}`)).filter).to.deep.equal(long);
  });

  it('Creates up to 500 segments per account and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(SEGMENTS_MAX).to.equal(500);
    await insertMany(app.pool, 'segments', [account.accountId], SEGMENTS_MAX - FREE);
    const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => create({ name: 'Late' })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('up to 500 segments');
    expect(await account.count('segments')).to.equal(SEGMENTS_MAX);
  });
});
