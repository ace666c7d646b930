// GET and PATCH /auth/me (docs/reference/auth.md#the-session-record).
import { expect } from 'chai';
import { PERSON_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { createMember } from '../../support/factories/people-factories.ts';

describe('/auth/me', () => {
  const app = useApp();
  const session = usePerson(app, { role: 'viewer', name: 'Ada', confirmedAt: null });
  const me = async () => (await session.api.get('/auth/me')).body;
  const rename = (name: unknown) => session.api.patch('/auth/me').send({ name });

  it('Answers GET /auth/me with the session, its person, its account and all accounts of the person.', async () => {
    const { personId, accountId, sessionId, email, csrfToken } = session;
    const { id } = await createAccount(app.pool, { name: 'Other' });
    await createMember(app.pool, { personId, accountId: id, role: 'admin' });
    const account = { id: accountId, name: 'Factory account' };
    expect(await me()).to.deep.equal({
      object: 'session',
      id: sessionId,
      person: {
        id: personId,
        email,
        name: 'Ada',
        confirmed: false,
        second_factor: false,
        recovery_codes_left: 0,
      },
      account: { ...account, suspension: null },
      role: 'viewer',
      accounts: [
        { ...account, role: 'viewer' },
        { id, name: 'Other', role: 'admin' },
      ],
      csrf_token: csrfToken,
      expires_at: new Date(app.clock.now().getTime() + 14 * 86_400_000).toISOString(),
    });
  });

  it('Changes the name of the person, without spaces around it.', async () => {
    const { status, body } = await rename('  Ada King  ');
    expect(status).to.equal(200);
    expect(body.person.name).to.equal('Ada King');
    expect(body).to.deep.equal(await me());
  });

  it('Accepts a name of 200 characters, markup in it included, and answers it unchanged.', async () => {
    const markup = '<script>alert("Ada")</script> & {{name}} %s 😀';
    const name = markup.padEnd(PERSON_NAME_MAX_LENGTH, 'a');
    expect((await rename(name)).body.person.name).to.equal(name);
    expect((await me()).person.name).to.have.length(200);
  });

  it('Leaves a name that is not given unchanged.', async () => {
    const { status, body } = await session.api.patch('/auth/me').send({ email: 'bo@acme.dev' });
    expect(status).to.equal(200);
    expect(body.person).to.include({ name: 'Ada', email: session.email });
  });
});
