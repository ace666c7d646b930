// POST /audiences (docs/reference/audiences.md#post-audiences).
import { expect } from 'chai';
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';

describe('POST /audiences', () => {
  const app = useApp();
  let api: ReturnType<typeof app.as>;
  beforeEach(async () => {
    api = app.as((await createApiKey(app.pool)).token);
  });
  const create = (body?: object) => api.post('/audiences').send(body);

  it('Answers the creation of an audience with 201 and its record.', async () => {
    const { status, body } = await create({ name: 'Customers' });
    const { id, ...rest } = body;
    expect(status).to.equal(201);
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const created_at = app.clock.now().toISOString();
    expect(rest).to.deep.equal({ object: 'audience', name: 'Customers', default: false, created_at });
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

  describe('Rejects an audience without a name with missing_required_field 422.', () => {
    for (const body of [undefined, {}, { name: null }, { name: '' }, { name: ' \t' }]) {
      it(JSON.stringify(body) ?? 'no body', async () => {
        expect(expectError(await create(body), 422, 'missing_required_field')).to.equal(
          'Missing `name` field.',
        );
      });
    }
  });

  describe('Rejects the name of an audience that is no text or has more than 200 characters with validation_error 422.', () => {
    for (const name of [5, true, ['x'], {}, 'x'.repeat(LIST_NAME_MAX_LENGTH + 1)]) {
      it(JSON.stringify(name).slice(0, 20), async () => {
        expect(expectError(await create({ name }), 422, 'validation_error')).to.include('`name`');
      });
    }
  });
});
