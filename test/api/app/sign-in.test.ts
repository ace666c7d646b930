// Signing in with the link that npm start prints (docs/reference/pages.md#signing-in-with-a-link).
import { expect } from 'chai';
import { createShownLink } from '../../../shared/resources/one-time-links/create.ts';
import { LINK_LIFE_MS } from '../../../shared/resources/one-time-links/link.ts';
import { useApp } from '../../support/app.ts';
import { createMember, createSession } from '../../support/people-factories.ts';
import { readPage } from '../unsubscribes/person.ts';

describe('The link that signs in', () => {
  const app = useApp();
  let owner: Awaited<ReturnType<typeof createMember>>;
  let link: string;
  beforeEach(async () => {
    owner = await createMember(app.pool);
    link = await makeLink(owner.email);
  });

  const makeLink = async (email: string) => {
    const token = await createShownLink(app.pool, app.deps.ids, {
      purpose: 'sign_in',
      email,
      now: app.clock.now(),
    });
    return `/app/sign-in?token=${token}`;
  };
  const open = (path: string) => app.bare().get(path).redirects(0);
  const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => {
    const cookies = headers['set-cookie'] as string[] | undefined;
    return /^posthorn_session=([^;]{43});.* HttpOnly; SameSite=Lax$/.exec(cookies?.[0] ?? '')?.[1];
  };
  const home = async (token: string | undefined) =>
    readPage(await app.bare().get('/app').set('Cookie', `posthorn_session=${token}`));
  const refusal = async (path: string) => {
    const { status, text } = await open(path);
    expect(status).to.equal(404);
    return readPage({ status: 200, text });
  };

  it('Signs the owner in with the link that npm start prints, in a new session, and opens /app.', async () => {
    const answer = await open(link)
      .expect(303)
      .expect('Location', '../app')
      .expect('Cache-Control', 'no-store');
    expect(await home(cookieOf(answer))).to.include(owner.email);
  });

  it('Ends the session that the browser had before the link.', async () => {
    const before = await createSession(app.pool, { ...(await createMember(app.pool)), now: app.clock.now() });
    const answer = await open(link).set('Cookie', `posthorn_session=${before.token}`).expect(303);
    expect(await home(before.token)).to.include('You are not signed in');
    expect(await home(cookieOf(answer))).to.include(owner.email);
  });

  it('Signs in once with a link, also when it is opened 10 times at once.', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(link)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, ...Array(9).fill(404)]);
  });

  it('Answers 404 with a page that names the other ways in for a link that was used, has expired or never was one.', async () => {
    await open(link).expect(303);
    const late = await makeLink(owner.email);
    const reset = await createShownLink(app.pool, app.deps.ids, {
      purpose: 'password_reset',
      email: owner.email,
      now: app.clock.now(),
    });
    app.clock.advance(LINK_LIFE_MS.sign_in);
    const others = ['', '?token=', '?token=a&token=b', `?token=${'x'.repeat(43)}`, `?token=${reset}`];
    for (const path of [link, late, ...others.map((query) => `/app/sign-in${query}`)]) {
      expect(await refusal(path), path)
        .to.match(/^This link does not sign in This link is not valid any more/)
        .and.include('npm start')
        .and.include('POST /auth/login');
    }
  });

  it('Leaves the link unused when it is asked for with HEAD or fetched ahead of the person.', async () => {
    await app.bare().head(link).expect(200);
    for (const [name, value] of [
      ['Sec-Purpose', 'prefetch'],
      ['Sec-Purpose', 'prefetch;prerender'],
      ['Purpose', 'prefetch'],
      ['X-Moz', 'prefetch'],
    ] as const) {
      const { headers } = await open(link).set(name, value).expect(503);
      expect(headers).not.to.have.property('set-cookie');
    }
    await open(link).expect(303);
    await app.bare().head(link).expect(404);
  });

  it('Leaves the link unused when the person is a member of no account.', async () => {
    await app.pool.query('DELETE FROM members WHERE person_id = $1', [owner.personId]);
    expect(await refusal(link)).to.include('You are a member of no account any more.');
    await createMember(app.pool, { personId: owner.personId });
    await open(link).expect(303);
  });

  it('Records signing in with a link in the audit log of each account of the person.', async () => {
    const other = await createMember(app.pool, { personId: owner.personId, role: 'viewer' });
    await open(link).set('User-Agent', 'a browser').expect(303);
    const { rows } = await app.pool.query(
      `SELECT account_id, operation, outcome, actor_email, address, user_agent FROM audit_events
       WHERE actor_id = $1 ORDER BY account_id`,
      [owner.personId],
    );
    const event = { operation: 'login', outcome: 'succeeded', actor_email: owner.email };
    expect(rows).to.deep.equal(
      [owner.accountId, other.accountId].sort().map((account_id) => ({
        account_id,
        ...event,
        address: '127.0.0.1',
        user_agent: 'a browser',
      })),
    );
  });
});
