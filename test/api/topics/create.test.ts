// POST /topics (docs/reference/topics.md#post-topics).
import { expect } from 'chai';
import {
  TOPIC_DESCRIPTION_MAX_LENGTH,
  TOPIC_NAME_MAX_LENGTH,
  TOPICS_MAX,
} from '../../../shared/contract/limits.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { insertMany } from '../../support/factories/insert-many.ts';

const FREE = 3;
const AT_A_TIME = 20;
const NEWS = { name: 'Product news', default_subscription: 'opt_out' };

describe('POST /topics', () => {
  const app = useApp();
  const account = useAccount(app);
  const create = (body?: object) => account.api.post('/topics').send(body);

  it('Creates a topic with the given fields and answers 201 with its record.', async () => {
    const fields = {
      name: 'n'.repeat(TOPIC_NAME_MAX_LENGTH),
      description: 'd'.repeat(TOPIC_DESCRIPTION_MAX_LENGTH),
      default_subscription: 'opt_in',
      visibility: 'public',
    };
    const { status, body } = await create({ ...fields, name: ` ${fields.name} ` });
    const { id, ...rest } = body;
    const now = app.clock.now().toISOString();
    expect(status).to.equal(201);
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(rest).to.deep.equal({ object: 'topic', ...fields, created_at: now, updated_at: now });
  });

  it('Creates a private topic without a description unless the request says otherwise.', async () => {
    for (const nothing of [{}, { description: null, visibility: null }, { description: ' ' }]) {
      const { body } = await create({ ...NEWS, ...nothing });
      expect(body).to.include({ ...NEWS, description: null, visibility: 'private' });
      await account.api.delete(`/topics/${body.id}`).expect(200);
    }
  });

  it('Creates up to 100 topics per account and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(TOPICS_MAX).to.equal(100);
    await insertMany(app.pool, 'topics', [account.accountId], TOPICS_MAX - FREE);
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, number) => create({ ...NEWS, name: `News ${number}` })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('up to 100 topics');
    expect(await account.count('topics')).to.equal(TOPICS_MAX);
  });

  it('Rejects the name of another topic, letter case ignored, with validation_error 422, in a new and in a changed topic, however many requests come at the same time.', async () => {
    const refuse = (answer: Awaited<ReturnType<typeof create>>) =>
      expect(expectError(answer, 422, 'validation_error')).to.match(/^A topic with the `name` "/);
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, number) =>
        create({ ...NEWS, name: number % 2 ? 'ÄRGER' : 'ärger' }),
      ),
    );
    const [first, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).to.deep.equal([]);
    for (const answer of answers.filter(({ status }) => status !== 201)) refuse(answer);
    const { body: other } = await create(NEWS);
    const change = (id: string, name: string) => account.api.patch(`/topics/${id}`).send({ name });
    refuse(await change(other.id, ' Ärger '));
    expect((await change(first?.body.id, 'Ärger')).body.name).to.equal('Ärger');
    const both = await Promise.all([change(first?.body.id, 'Tips'), change(other.id, 'TIPS')]);
    expect(both.map(({ status }) => status)).to.have.members([200, 422]);
    // Topics of the same name from before keep it.
    await app.pool.query("UPDATE topics SET name = 'Twice' WHERE account_id = $1", [account.accountId]);
    const [{ id }] = (await account.api.get('/topics')).body.data;
    const same = { name: 'Twice', visibility: 'public' };
    expect((await account.api.patch(`/topics/${id}`).send(same)).status).to.equal(200);
  });
});
