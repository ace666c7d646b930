// POST /audiences (docs/reference/audiences.md#post-audiences).
import { expect } from 'chai';
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';

describe('POST /audiences', () => {
  const app = useApp();
  const account = useAccount(app);
  const create = (body?: object) => account.api.post('/audiences').send(body);

  it('Answers the creation of an audience with 201 and its record.', async () => {
    const { status, body } = await create({ name: 'Customers' });
    const { id, ...rest } = body;
    expect(status).to.equal(201);
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const created_at = app.clock.now().toISOString();
    expect(rest).to.deep.equal({
      object: 'audience',
      name: 'Customers',
      default: false,
      domains: [],
      created_at,
    });
    expect((await create({ name: 'Customers' })).body.id).not.to.equal(id);
  });

  it('Removes white space around the name of an audience.', async () => {
    const longest = 'x'.repeat(LIST_NAME_MAX_LENGTH);
    for (const [given, name] of [
      ['  Our customers\n', 'Our customers'],
      [` ${longest} `, longest],
    ])
      expect((await create({ name: given })).body).to.include({ name });
  });
});
