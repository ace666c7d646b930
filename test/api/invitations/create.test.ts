// POST /invitations (docs/reference/invitations.md#post-invitations).
import { expect } from 'chai';
import {
  INVITATIONS_MAX,
  LINK_MAILS_PER_ACCOUNT_AND_DAY,
  LINK_MAILS_PER_ADDRESS_AND_HOUR,
} from '../../../shared/contract/limits.ts';
import { hashToken } from '../../../shared/platform/security/tokens.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { enter, usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { createMember } from '../../support/factories/people-factories.ts';
import { invitationsOf, mailedInvitations, tokenOfUrl } from './support.ts';

const AT_A_TIME = 10;
const FREE = 3;
const WEEK_MS = 7 * DAY_MS;

describe('POST /invitations', () => {
  const app = useApp();
  const owner = usePerson(app);
  before(async () => {
    // The service's own mail comes from the oldest account.
    const { id } = await createAccount(app.pool);
    await createDomain(app.pool, id, { isDefault: true });
  });
  afterEach(() => app.deps.background.settled());
  const invite = (body: object, by = owner) => by.api.post('/invitations').send(body);
  const count = async () => (await invitationsOf(app.pool, owner.accountId)).length;

  it('Invites an address with a role and answers 201 with the record and the link.', async () => {
    const { status, body } = await invite({ email: 'bo@first.dev', role: 'viewer' });
    const { id, url, ...rest } = body;
    expect(status).to.equal(201);
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(rest).to.deep.equal({
      object: 'invitation',
      email: 'bo@first.dev',
      role: 'viewer',
      status: 'pending',
      invited_by: owner.personId,
      created_at: app.clock.now().toISOString(),
      expires_at: new Date(app.clock.now().getTime() + WEEK_MS).toISOString(),
      mail_status: 'waiting',
      mail_failure: null,
    });
    const { origin, pathname } = new URL(url);
    expect([origin, pathname]).to.deep.equal([app.deps.config.publicUrl, '/app/accept']);
    expect(tokenOfUrl(url)).to.match(/^[\w-]{43}$/);
  });

  it('Stores no token of an invitation in plain text, and shows one only in the answer that creates it.', async () => {
    const { body } = await invite({ email: 'bo@secret.dev', role: 'viewer' });
    const token = tokenOfUrl(body.url);
    await app.deps.background.settled();
    const { rows } = await app.pool.query(
      'SELECT token_hash, is_mailed, one_time_links::text AS row FROM one_time_links WHERE invitation_id = $1',
      [body.id],
    );
    expect(rows).to.have.length(2);
    const shown = rows.find(({ is_mailed }) => !is_mailed);
    expect(shown.token_hash).to.deep.equal(hashToken(token));
    expect(JSON.stringify(rows)).not.to.include(token);
    const list = await owner.api.get('/invitations');
    const log = JSON.stringify(app.logLines);
    expect(list.text + log)
      .not.to.include(token)
      .and.not.include('token=');
  });

  it('Mails the invitation to the address, with a link that is not the one in `url`.', async () => {
    const { body } = await invite({ email: 'bo@mailed.dev', role: 'member' });
    await app.deps.background.settled();
    const [mail, ...others] = await mailedInvitations(app.pool, 'bo@mailed.dev');
    expect(others).to.deep.equal([]);
    expect(mail?.source).to.equal('notice');
    expect(mail?.token)
      .to.match(/^[\w-]{43}$/)
      .and.not.equal(tokenOfUrl(body.url));
    const accepted = await app
      .asPerson()
      .post('/auth/accept')
      .send({ token: mail?.token, name: 'Bo', password: 'a good enough one' });
    expect(accepted.body).to.include({ object: 'session', role: 'member' });
    expect(accepted.body.person).to.include({ email: 'bo@mailed.dev', confirmed: true });
  });

  it('Invites an address in any spelling, with an international domain, or at a domain that is reserved for documentation.', async () => {
    for (const [given, stored] of [
      ['BO@Spelling.DEV', 'bo@spelling.dev'],
      ['"bo"@quoted.dev', 'bo@quoted.dev'],
      ['"b o"@quoted.dev', '"b o"@quoted.dev'],
      ['bo@bücher.example', 'bo@xn--bcher-kva.example'],
      ['bö@spelling.dev', 'bö@spelling.dev'],
      ['bo+label@spelling.dev', 'bo+label@spelling.dev'],
      ['bo@example.com', 'bo@example.com'],
    ] as const) {
      const { status, body } = await invite({ email: given, role: 'viewer' });
      expect([status, body.email]).to.deep.equal([201, stored]);
      await app.deps.background.settled();
      const isReserved = stored.endsWith('example.com') || stored.endsWith('.example');
      const mails = await mailedInvitations(app.pool, stored);
      expect(mails, given).to.have.length(isReserved ? 0 : 1);
    }
  });

  it('Rejects an invitation of a member of the account, or of an address with a pending invitation, with validation_error 422.', async () => {
    const member = await createMember(app.pool, { accountId: owner.accountId, role: 'viewer' });
    const email = 'bo@pending.dev';
    await invite({ email, role: 'viewer' }).expect(201);
    for (const [taken, words] of [
      [member.email.toUpperCase(), 'is already a member'],
      [owner.email, 'is already a member'],
      ['Bo@Pending.dev', 'is already invited'],
    ] as const) {
      const answer = await invite({ email: taken, role: 'admin' });
      expect(expectError(answer, 422, 'validation_error')).to.include(words);
      expect(answer.body.field).to.equal('email');
    }
    expect(await invitationsOf(app.pool, owner.accountId)).to.deep.equal([{ email, role: 'viewer' }]);
    const elsewhere = await enter(app);
    await invite({ email, role: 'viewer' }, elsewhere).expect(201);
    await invite({ email: member.email, role: 'viewer' }, elsewhere).expect(201);
  });

  it('Replaces an expired invitation of the address.', async () => {
    const email = 'bo@expired.dev';
    const first = await invite({ email, role: 'viewer' });
    app.clock.advance(WEEK_MS);
    const again = await invite({ email, role: 'admin' });
    expect(again.status).to.equal(201);
    expect(again.body.id).not.to.equal(first.body.id);
    expect(await invitationsOf(app.pool, owner.accountId)).to.deep.equal([{ email, role: 'admin' }]);
  });

  it('Accepts one of several invitations of an address that come at the same time.', async () => {
    const body = { email: 'bo@same.dev', role: 'viewer' };
    const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => invite(body)));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectError(answer, 422, 'validation_error');
    expect(await count()).to.equal(1);
  });

  it('Keeps up to 100 pending invitations per account and rejects the next with validation_error 422.', async () => {
    expect(INVITATIONS_MAX).to.equal(100);
    const fill = (expiresAt: Date, prefix: string, rows: number) =>
      app.pool.query(
        `INSERT INTO invitations (id, account_id, email, role, created_at, expires_at)
         SELECT uuid_v7(now() + n * interval '1 ms'), $1, $2 || n || '@many.dev', 'viewer', now(), $3
         FROM generate_series(1, $4::integer) AS n`,
        [owner.accountId, prefix, expiresAt, rows],
      );
    await fill(new Date(app.clock.now().getTime() + 1), 'pending', INVITATIONS_MAX - FREE);
    await fill(app.clock.now(), 'expired', FREE);
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, n) => invite({ email: `bo${n}@new.dev`, role: 'viewer' })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('up to 100 pending');
    const { rows } = await app.pool.query(
      `SELECT id FROM invitations WHERE account_id = $1 AND email = 'expired1@many.dev'`,
      [owner.accountId],
    );
    const revived = await owner.api.post(`/invitations/${rows[0]?.id}/resend`);
    expectError(revived, 422, 'validation_error');
  });

  it('Mails an address up to 3 invitations in an hour, over all accounts of the service, and for an account up to 100 in a day, and answers the next with rate_limit_exceeded 429.', async () => {
    expect([LINK_MAILS_PER_ADDRESS_AND_HOUR, LINK_MAILS_PER_ACCOUNT_AND_DAY]).to.deep.equal([3, 100]);
    const email = 'bo@flooded.dev';
    const { body } = await invite({ email, role: 'viewer' });
    const resend = (by = owner, id = body.id) => by.api.post(`/invitations/${id}/resend`);
    await resend().expect(200);
    const elsewhere = await enter(app);
    await invite({ email, role: 'viewer' }, elsewhere).expect(201);
    const third = await enter(app);
    for (const answer of [await resend(), await invite({ email, role: 'viewer' }, third)]) {
      expectError(answer, 429, 'rate_limit_exceeded');
      expect(answer.headers['retry-after']).to.equal(String(HOUR_MS / 1000));
    }
    expect(await invitationsOf(app.pool, third.accountId)).to.deep.equal([]);
    app.clock.advance(HOUR_MS);
    await invite({ email, role: 'viewer' }, third).expect(201);

    await app.pool.query(
      `INSERT INTO rate_limits (key, used, window_ends_at) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET used = excluded.used, window_ends_at = excluded.window_ends_at`,
      [
        `invitation account ${owner.accountId}`,
        LINK_MAILS_PER_ACCOUNT_AND_DAY - FREE,
        new Date(app.clock.now().getTime() + DAY_MS),
      ],
    );
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, n) => invite({ email: `bo${n}@daily.dev`, role: 'viewer' })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).to.have.length(
      AT_A_TIME - FREE,
    );
    app.clock.advance(DAY_MS);
    await invite({ email: 'bo@tomorrow.dev', role: 'viewer' }).expect(201);
  });
});
