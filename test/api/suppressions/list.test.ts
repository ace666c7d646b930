// GET /suppressions (docs/reference/suppressions.md#get-suppressions).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createApiKey, createSuppression } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';
import { createOwner } from './owner.ts';

describe('GET /suppressions', () => {
  const app = useApp();
  const owner = useEach(() => createOwner(app));
  const find = async (query: Record<string, string>): Promise<string[]> => {
    const { status, body } = await owner.api.get('/suppressions').query(query);
    expect(status).to.equal(200);
    return body.data.map(({ email }: { email: string }) => email);
  };
  const createList = async () => {
    const origins = { 'ana@x.dev': 'bounce', 'bo@x.dev': 'complaint', 'cy@x.dev': 'manual' } as const;
    for (const [address, origin] of Object.entries(origins))
      await createSuppression(app.pool, owner.accountId, address, { origin });
    await createSuppression(app.pool, (await createOwner(app)).accountId, 'dan@x.dev', { origin: 'bounce' });
  };

  it('Lists entries with every field except `object` and `report`.', async () => {
    const cause = {
      origin: 'bounce',
      emailId: app.deps.ids.next(),
      smtpReply: '550 no such user',
      reportId: app.deps.ids.next(),
    } as const;
    const createdAt = new Date('2026-11-20T10:00:00.123Z');
    const { id } = await createSuppression(app.pool, owner.accountId, 'bo@x.dev', { ...cause, createdAt });
    expect(await owner.read('/suppressions')).to.deep.equal({
      object: 'list',
      has_more: false,
      data: [
        {
          id,
          email: 'bo@x.dev',
          origin: 'bounce',
          source_id: cause.emailId,
          smtp_reply: '550 no such user',
          report_id: cause.reportId,
          created_at: '2026-11-20T10:00:00.123Z',
        },
      ],
    });
  });

  it('Filters entries by origin, alone or together with an address.', async () => {
    await createList();
    expect(await find({ origin: 'bounce' })).to.deep.equal(['ana@x.dev']);
    expect(await find({ origin: 'complaint' })).to.deep.equal(['bo@x.dev']);
    expect(await find({ origin: 'manual' })).to.deep.equal(['cy@x.dev']);
    expect(await find({ origin: 'bounce', email: 'ana@x.dev' })).to.deep.equal(['ana@x.dev']);
    expect(await find({ origin: 'bounce', email: 'bo@x.dev' })).to.deep.equal([]);
  });

  it('Finds the entry of an address with the filter email, in any spelling, and no other.', async () => {
    await createList();
    await createSuppression(app.pool, owner.accountId, 'bo+x@x.dev');
    expect(await find({ email: 'BO@X.dev' })).to.deep.equal(['bo@x.dev']);
    expect(await find({ email: 'bo+x@x.dev' })).to.deep.equal(['bo+x@x.dev']);
    for (const email of ['o@x.dev', 'dan@x.dev', 'bo%@x.dev'])
      expect(await find({ email }), email).to.deep.equal([]);
  });

  it('Reads a space in the filter email as the plus that was meant.', async () => {
    await createSuppression(app.pool, owner.accountId, 'bo+x@x.dev');
    await createSuppression(app.pool, owner.accountId, '"a b"@x.dev');
    expect(await find({ email: 'bo x@x.dev' })).to.deep.equal(['bo+x@x.dev']);
    expect(await find({ email: '"a b"@x.dev' })).to.deep.equal(['"a b"@x.dev']);
  });

  describePaging(app, OPERATIONS.listSuppressions.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const create = async (account: string) =>
      (await createSuppression(app.pool, account, `${app.deps.ids.next()}@x.dev`)).id;
    return {
      token,
      createItem: () => create(accountId),
      deleteItem: (id) => app.pool.query('DELETE FROM suppressions WHERE id = $1', [id]),
      createForeignItem: async () => create((await createApiKey(app.pool)).accountId),
    };
  });
});
