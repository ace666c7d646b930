// The verbs of `npm run ops` for members, and the invitation of the owner by create-account, on a real database.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { findInvited } from '../../shared/resources/people/members/invitations/invited.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount } from '../support/factories/factories.ts';
import { createMember } from '../support/factories/people-factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

const PUBLIC_URL = 'https://mail.acme.dev';
const WEEK_MS = 7 * 86_400_000;

describe('ops, of members', () => {
  const database = useDatabase();
  const ops = (...args: string[]) => runCommand(args, { DATABASE_URL: database.url, PUBLIC_URL });
  const tokenOf = (url: unknown) => {
    const [link, token] = String(url).split('?token=');
    expect(link).to.equal(`${PUBLIC_URL}/app/accept`);
    return String(token);
  };
  const invitedBy = (url: unknown) => findInvited(database.pool, tokenOf(url), new Date());
  const listOf = async (table: 'invitations' | 'audit_events', accountId: string) =>
    (await database.pool.query(`SELECT * FROM ${table} WHERE account_id = $1 ORDER BY id`, [accountId])).rows;

  it('invite-member invites an address and prints a link that works', async () => {
    const { id } = await createAccount(database.pool);
    const {
      expires_at,
      created_at,
      id: invitationId,
      invitation_url,
      ...printed
    } = expectDone(await ops('invite-member', id, 'Bo@Team.dev', '--role', 'admin'));
    expect(printed).to.deep.equal({
      object: 'invitation',
      account_id: id,
      email: 'bo@team.dev',
      role: 'admin',
      status: 'pending',
    });
    expect(Date.parse(String(expires_at)) - Date.parse(String(created_at))).to.equal(WEEK_MS);
    expect(await invitedBy(invitation_url)).to.deep.equal({
      invitationId,
      accountId: id,
      email: 'bo@team.dev',
      role: 'admin',
      isProof: true,
    });
    const { rows } = await database.pool.query(
      'SELECT mail_due_at FROM one_time_links WHERE invitation_id = $1 AND is_mailed',
      [invitationId],
    );
    expect(rows[0]?.mail_due_at, 'the mail').to.be.instanceOf(Date);
  });

  it('invite-member leaves an audit event of an operator, and no inviter', async () => {
    const { id } = await createAccount(database.pool);
    const invited = expectDone(await ops('invite-member', id, 'bo@team.dev'));
    const [invitation] = await listOf('invitations', id);
    expect(invitation).to.include({ role: 'member', invited_by: null });
    const [event, ...others] = await listOf('audit_events', id);
    expect(event).to.include({
      actor_type: 'operator',
      actor_id: null,
      operation: 'ops invite-member',
      target_id: invited['id'],
    });
    expect(others).to.deep.equal([]);
  });

  it('invite-member, repeated, replaces the invitation and its links', async () => {
    const { id } = await createAccount(database.pool);
    const first = expectDone(await ops('invite-member', id, 'bo@team.dev'));
    const second = expectDone(await ops('invite-member', id, 'BO@team.dev', '--role', 'owner'));
    expect(await invitedBy(first['invitation_url'])).to.equal(undefined);
    expect(await invitedBy(second['invitation_url'])).to.include({ role: 'owner' });
    expect(await listOf('invitations', id)).to.have.length(1);
  });

  it('invite-member has no limit of mails', async () => {
    const { id } = await createAccount(database.pool);
    for (let time = 0; time < 5; time += 1) expectDone(await ops('invite-member', id, 'often@team.dev'));
  });

  const refused: [words: string[], code: number, sentence: string][] = [
    [['nobody'], 2, '"nobody" is not an email address.'],
    [['Bo <bo@team.dev>'], 2, '"Bo <bo@team.dev>" is not an email address.'],
    [['bo@team.dev', '--role', 'root'], 2, 'The role must be one of: owner, admin, member, viewer.'],
    [['member@team.dev'], 1, 'member@team.dev is already a member of this account.'],
  ];
  for (const [words, code, sentence] of refused) {
    it(`invite-member refuses ${words.join(' ')}, and invites no person`, async () => {
      const { id } = await createAccount(database.pool);
      const { personId } = await createMember(database.pool, { accountId: id });
      const member = words[0] === 'member@team.dev';
      if (member)
        await database.pool.query('UPDATE people SET email = $1 WHERE id = $2', [words[0], personId]);
      expect(expectRefused(await ops('invite-member', id, ...words), code)).to.equal(sentence);
      expect(await listOf('invitations', id)).to.deep.equal([]);
      expect(await listOf('audit_events', id)).to.deep.equal([]);
    });
  }

  it('invite-member refuses an account that does not exist', async () => {
    const result = await ops('invite-member', 'acme', 'bo@team.dev');
    expect(expectRefused(result, 1)).to.equal('There is no account acme.');
  });

  it('create-account invites the owner, whose address is confirmed on the word of the operator', async () => {
    const account = expectDone(await ops('create-account', '--name', 'Acme', '--owner', 'Ana@Acme.dev'));
    expect(account['confirmed_addresses']).to.deep.equal(['ana@acme.dev']);
    const accountId = String(account['id']);
    expect(await invitedBy(account['invitation_url'])).to.deep.include({
      accountId,
      email: 'ana@acme.dev',
      role: 'owner',
      isProof: true,
    });
    const operations = (await listOf('audit_events', accountId)).map(({ operation }) => operation);
    expect(operations).to.deep.equal(['ops create-account']);
  });

  it('create-account invites no person without an owner', async () => {
    const account = expectDone(await ops('create-account', '--name', 'Acme'));
    expect(account).not.to.have.property('invitation_url');
    expect(await listOf('invitations', String(account['id']))).to.deep.equal([]);
  });
});
