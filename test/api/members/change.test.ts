// PATCH and DELETE /members/:id (docs/reference/members.md).
import { expect } from 'chai';
import type { Role } from '../../../shared/contract/members/values.ts';
import { enter, usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { untilBlocked } from '../../support/database/blocked-sessions.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { createMember, createSession } from '../../support/factories/people-factories.ts';

const ROUNDS = 20;

describe('/members/:id', () => {
  const app = useApp();
  /** The owner of a new account. */
  const owner = usePerson(app);
  const join = (role: Role) => enter(app, { accountId: owner.accountId, role });
  const patch = (by: typeof owner, id: string, body: object) => by.api.patch(`/members/${id}`).send(body);
  const remove = (by: typeof owner, id: string) => by.api.delete(`/members/${id}`);
  const rolesOf = async (accountId = owner.accountId) => {
    const { rows } = await app.pool.query('SELECT id, role FROM members WHERE account_id = $1', [accountId]);
    return Object.fromEntries(rows.map(({ id, role }) => [id, role]));
  };
  const auditOf = async () => {
    const { rows } = await app.pool.query(
      'SELECT operation, actor_id, target_id, address FROM audit_events WHERE account_id = $1 ORDER BY id',
      [owner.accountId],
    );
    return rows;
  };

  it('Refuses to change or remove members to members and viewers with view_only_member 403.', async () => {
    const callers = [await join('member'), await join('viewer')];
    const other = await join('viewer');
    const before = await rolesOf();
    for (const caller of callers) {
      for (const id of [other.memberId, caller.memberId]) {
        for (const answer of [await patch(caller, id, { role: 'viewer' }), await remove(caller, id)])
          expect(expectError(answer, 403, 'view_only_member'), caller.role).to.include('owner, admin');
      }
    }
    expect(await rolesOf()).to.deep.equal(before);
  });

  it('Lets an admin change and remove everybody but owners, and make no member an owner; view_only_member 403 names the owner.', async () => {
    const admin = await join('admin');
    const other = await join('admin');
    for (const role of ['viewer', 'member', 'admin'] as const)
      expect((await patch(admin, other.memberId, { role })).body.role).to.equal(role);
    const before = await rolesOf();
    for (const answer of [
      await patch(admin, other.memberId, { role: 'owner' }),
      await patch(admin, admin.memberId, { role: 'owner' }),
      await patch(admin, owner.memberId, { role: 'viewer' }),
      await patch(admin, owner.memberId, {}),
      await remove(admin, owner.memberId),
    ])
      expect(expectError(answer, 403, 'view_only_member')).to.match(/one of: owner\.$/);
    expect(await rolesOf()).to.deep.equal(before);
    await remove(admin, other.memberId).expect(200);
    await remove(admin, admin.memberId).expect(200);
    expect(await rolesOf()).to.deep.equal({ [owner.memberId]: 'owner' });
  });

  it('Lets an owner make, change and remove owners.', async () => {
    const other = await join('member');
    for (const role of ['owner', 'admin', 'owner'] as const)
      expect((await patch(owner, other.memberId, { role })).body.role).to.equal(role);
    await remove(owner, other.memberId).expect(200);
    expect(await rolesOf()).to.deep.equal({ [owner.memberId]: 'owner' });
  });

  it('Decides by the role that the caller has when the change is made, not when the request began.', async () => {
    const other = await join('viewer');
    for (const [role, words] of [
      ['admin', 'is member'],
      ['owner', 'is admin'],
      ['admin', 'no longer a member'],
    ] as const) {
      const caller = await join(role);
      const holder = await app.pool.connect();
      try {
        await holder.query('BEGIN');
        await holder.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [owner.accountId]);
        const answering = patch(caller, other.memberId, {
          role: role === 'owner' ? 'owner' : 'member',
        }).then((answer) => answer);
        await untilBlocked(app.pool, holder);
        await holder.query(
          words === 'no longer a member'
            ? 'DELETE FROM members WHERE id = $1'
            : `UPDATE members SET role = '${words.slice(3)}' WHERE id = $1`,
          [caller.memberId],
        );
        await holder.query('COMMIT');
        expect(expectError(await answering, 403, 'view_only_member')).to.include(words);
      } finally {
        holder.release();
      }
      expect((await rolesOf())[other.memberId]).to.equal('viewer');
    }
  });

  it('Changes the role of a member and answers the record.', async () => {
    const member = await createMember(app.pool, { accountId: owner.accountId, role: 'viewer', name: 'Bo' });
    const { status, body } = await patch(owner, member.id.toUpperCase(), { role: 'admin' });
    const { created_at, ...record } = body;
    expect([status, record]).to.deep.equal([
      200,
      {
        object: 'member',
        id: member.id,
        person_id: member.personId,
        email: member.email,
        name: 'Bo',
        role: 'admin',
        second_factor: false,
      },
    ]);
    expect(created_at).to.match(/^\d{4}-.*Z$/);
    expect((await rolesOf())[member.id]).to.equal('admin');
  });

  it('Changes nothing in a member without a role or with the present one.', async () => {
    const other = await join('viewer');
    for (const body of [{}, { colour: 'blue' }, { role: 'viewer' }])
      expect((await patch(owner, other.memberId, body)).body.role).to.equal('viewer');
    expect((await patch(owner, owner.memberId, { role: 'owner' })).body.role).to.equal('owner');
    const { rows } = await app.pool.query('SELECT must_rotate FROM sessions WHERE account_id = $1', [
      owner.accountId,
    ]);
    expect(rows).to.deep.equal([{ must_rotate: false }, { must_rotate: false }]);
  });

  it('Rejects the demotion of the last owner of an account with validation_error 422, also when two owners demote each other at the same moment.', async () => {
    await join('admin');
    const answer = await patch(owner, owner.memberId, { role: 'admin' });
    expect(expectError(answer, 422, 'validation_error')).to.include('at least one owner');
    const other = await join('owner');
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all([
        patch(owner, other.memberId, { role: 'admin' }),
        patch(other, owner.memberId, { role: 'admin' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 403]);
      expect(Object.values(await rolesOf()).filter((role) => role === 'owner')).to.have.length(1);
      await app.pool.query(`UPDATE members SET role = 'owner' WHERE id = ANY($1)`, [
        [owner.memberId, other.memberId],
      ]);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all(
        [owner, other].map((each) => patch(each, each.memberId, { role: 'viewer' })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
      await app.pool.query(`UPDATE members SET role = 'owner' WHERE id = ANY($1)`, [
        [owner.memberId, other.memberId],
      ]);
    }
  });

  it('Lets another role count from the next request of the member on, and gives the session a new token with it.', async () => {
    const member = await join('viewer');
    const suppress = (by: { token: string; csrfToken: string }, email: string) =>
      app.asPerson(by).post('/suppressions').send({ email });
    expectError(await suppress(member, 'a@customer.dev'), 403, 'view_only_member');
    await patch(owner, member.memberId, { role: 'member' }).expect(200);
    const accepted = await suppress(member, 'a@customer.dev');
    expect(accepted.status).to.equal(201);
    const [, token] = /posthorn_session=([\w-]{43})/.exec(String(accepted.headers['set-cookie'])) ?? [];
    expect(token).to.be.a('string').and.not.equal(member.token);
    await patch(owner, member.memberId, { role: 'viewer' }).expect(200);
    const refused = await suppress({ ...member, token: String(token) }, 'b@customer.dev');
    expectError(refused, 403, 'view_only_member');
  });

  it('Removes a member, and answers its id and `deleted: true`; it is not_found 404 afterwards.', async () => {
    const { memberId: id } = await join('member');
    const { status, body } = await remove(owner, id.toUpperCase());
    expect([status, body]).to.deep.equal([200, { object: 'member', id, deleted: true }]);
    const foreign = (await createMember(app.pool)).id;
    for (const gone of [id, foreign])
      for (const answer of [await remove(owner, gone), await patch(owner, gone, { role: 'viewer' })])
        expect(expectError(answer, 404, 'not_found')).to.equal('Member not found.');
    expect(await rolesOf()).to.deep.equal({ [owner.memberId]: 'owner' });
  });

  it('Ends the sessions of a removed member in the account with their next request, and leaves those in other accounts.', async () => {
    const member = await join('admin');
    const second = await createSession(app.pool, member);
    const elsewhere = await enter(app, { personId: member.personId });
    for (const session of [member, second, elsewhere])
      await app.asPerson(session).get('/members').expect(200);
    await remove(owner, member.memberId).expect(200);
    for (const session of [member, second])
      expectError(await app.asPerson(session).get('/members'), 401, 'missing_api_key');
    for (const { api } of [elsewhere, owner]) await api.get('/members').expect(200);
    const { body } = await elsewhere.api.get('/auth/sessions');
    expect(body.data.map(({ id }: { id: string }) => id)).to.deep.equal([elsewhere.sessionId]);
    const { token } = await createApiKey(app.pool, { accountId: owner.accountId });
    await app.as(token).get('/domains').expect(200);
  });

  it('Rejects the removal of the last owner of an account with validation_error 422, also when two owners leave at the same moment.', async () => {
    await join('admin');
    const answer = await remove(owner, owner.memberId);
    expect(expectError(answer, 422, 'validation_error')).to.include('at least one owner');
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await enter(app);
      const two = await enter(app);
      await app.pool.query('UPDATE members SET account_id = $1 WHERE id = $2', [one.accountId, two.memberId]);
      await app.pool.query('UPDATE sessions SET account_id = $1 WHERE id = $2', [
        one.accountId,
        two.sessionId,
      ]);
      const answers = await Promise.all([remove(one, one.memberId), remove(two, two.memberId)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
      expect(Object.values(await rolesOf(one.accountId))).to.deep.equal(['owner']);
    }
  });

  it('Writes the change and the removal of a member to the audit log.', async () => {
    const member = await join('viewer');
    await patch(owner, member.memberId, { role: 'admin' }).expect(200);
    await patch(owner, owner.memberId, { role: 'viewer' }).expect(422);
    await remove(owner, member.memberId).expect(200);
    const by = { actor_id: owner.personId, target_id: member.memberId, address: '127.0.0.1' };
    expect(await auditOf()).to.deep.equal([
      { operation: 'updateMember', ...by },
      { operation: 'deleteMember', ...by },
    ]);
  });
});
