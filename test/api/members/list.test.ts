// GET /members (docs/reference/members.md#the-member-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createMember } from '../../support/factories/people-factories.ts';
import { describePaging } from '../paging.ts';

describe('GET /members', () => {
  const app = useApp();

  it('Lists members with every field except `object`, to every role.', async () => {
    const owner = await createMember(app.pool, { name: '<b>Ada</b> & Co' });
    const { accountId } = owner;
    const viewer = await enter(app, { accountId, role: 'viewer' });
    await app.pool.query(`UPDATE people SET totp_secret = '\\x00' WHERE id = $1`, [owner.personId]);
    await app.pool.query(`UPDATE members SET created_at = '2026-11-20 10:00:00.123+00' WHERE id = $1`, [
      owner.id,
    ]);
    const { body } = await viewer.api.get('/members');
    expect(body.data.map(({ id }: { id: string }) => id)).to.deep.equal([viewer.memberId, owner.id]);
    expect(body.data[1]).to.deep.equal({
      id: owner.id,
      person_id: owner.personId,
      email: owner.email,
      name: '<b>Ada</b> & Co',
      role: 'owner',
      second_factor: true,
      created_at: '2026-11-20T10:00:00.123Z',
    });
    expect(body.data[0]).to.include({ role: 'viewer', second_factor: false });
  });

  describePaging(app, OPERATIONS.listMembers.path, async () => {
    const caller = await enter(app);
    return {
      token: caller,
      existing: [caller.memberId],
      createItem: async () => (await createMember(app.pool, { accountId: caller.accountId })).id,
      deleteItem: (id) => app.pool.query('DELETE FROM members WHERE id = $1', [id]),
      createForeignItem: async () => (await createMember(app.pool)).id,
    };
  });
});
