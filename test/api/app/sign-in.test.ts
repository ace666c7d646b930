// Signing in with the link that npm start prints (docs/reference/pages.md#signing-in-with-a-link).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { createShownLink } from '../../../shared/resources/people/one-time-links/create.ts';
import { LINK_LIFE_MS } from '../../../shared/resources/people/one-time-links/link.ts';
import { type TestApp, useApp } from '../../support/api/app.ts';
import { createMember, createSession } from '../../support/factories/people-factories.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';
import { createLink } from '../auth/links.ts';
import { readPage } from '../unsubscribes/person.ts';

/** The path of a link as npm start makes it. */
const makeLinkOf = async (app: TestApp, email: string) =>
  `/app/sign-in?token=${await createLink(app, email, { purpose: 'sign_in', isMailed: false })}`;

describe('The link that signs in', () => {
  const app = useApp();
  let owner: Awaited<ReturnType<typeof createMember>>;
  let link: string;
  beforeEach(async () => {
    owner = await createMember(app.pool);
    link = await makeLink(owner.email);
  });

  const makeLink = (email: string) => makeLinkOf(app, email);
  const open = (path: string) => app.bare().get(path).redirects(0);
  const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => {
    const cookies = headers['set-cookie'] as string[] | undefined;
    return /^posthorn_session=([^;]{43});.* HttpOnly; SameSite=Lax$/.exec(cookies?.[0] ?? '')?.[1];
  };
  const me = (token = '') => app.as().get('/auth/me').set('Cookie', `posthorn_session=${token}`);
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
    expect((await me(cookieOf(answer))).body.person.email).to.equal(owner.email);
  });

  it('Signs in to the pages of operators too with the link, where OPS_TOKEN is set.', async () => {
    const { headers } = await open(link).expect(303);
    const cookies = headers['set-cookie'] as unknown as string[];
    const cookie = cookies.find((each) => each.startsWith('posthorn_ops=')) ?? expect.fail(String(cookies));
    expect(cookie).to.match(/; HttpOnly; SameSite=Strict$/);
    await app
      .bare()
      .get('/ops/work')
      .set('Cookie', cookie.split(';')[0] ?? '')
      .expect(200);
    expect((await open(link).expect(404)).headers).not.to.have.property('set-cookie');
  });

  it('Ends the session that the browser had before the link.', async () => {
    const before = await createSession(app.pool, { ...(await createMember(app.pool)), now: app.clock.now() });
    const answer = await open(link).set('Cookie', `posthorn_session=${before.token}`).expect(303);
    await me(before.token).expect(401);
    await me(cookieOf(answer)).expect(200);
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
    const others = ['?token=', '?token=a&token=b', `?token=${'x'.repeat(43)}`, `?token=${reset}`];
    for (const path of [link, late, ...others.map((query) => `/app/sign-in${query}`)]) {
      expect(await refusal(path), path)
        .to.match(/^This link cannot sign you in This link is no longer valid/)
        .and.include('npm start')
        .and.include('Sign in with the password');
    }
  });

  it('Opens /app with a link that was used or has expired, when the browser has a session.', async () => {
    const token = cookieOf(await open(link).expect(303));
    const late = await makeLink(owner.email);
    app.clock.advance(LINK_LIFE_MS.sign_in);
    for (const path of [link, late, '/app/sign-in?token=x']) {
      const asked = open(path).set('Cookie', `posthorn_session=${token}`);
      const { headers } = await asked.expect(303).expect('Location', '../app');
      expect(headers).not.to.have.property('set-cookie');
    }
    await app.pool.query('DELETE FROM sessions');
    await open(link).set('Cookie', `posthorn_session=${token}`).expect(404);
  });

  it('Fills in the address at the sign-in to which a used or expired link leads, for 30 days; an unknown one names none.', async () => {
    const { text: unknown } = await open(`/app/sign-in?token=${'x'.repeat(43)}`).expect(404);
    expect(unknown).to.include('<a href="sign-in">').and.not.include(owner.email);
    await open(link).expect(303);
    const late = await makeLink(owner.email);
    app.clock.advance(LINK_LIFE_MS.sign_in);
    const offered = async (path: string) =>
      /<a href="(sign-in[^"]*)">/.exec((await open(path).expect(404)).text)?.[1];
    const named = `sign-in?email=${encodeURIComponent(owner.email)}`;
    await removeOldRows(app.pool, app.clock.now());
    expect([await offered(link), await offered(late)]).to.deep.equal([named, named]);
    await removeOldRows(app.pool, new Date(app.clock.now().getTime() + 31 * DAY_MS));
    expect(await offered(link)).to.equal('sign-in');
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

  it('Leaves the link unused when the person is not a member of any account.', async () => {
    await app.pool.query('DELETE FROM members WHERE person_id = $1', [owner.personId]);
    expect(await refusal(link)).to.include('You are no longer a member of any account.');
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

describe('The link that signs in, in production', () => {
  const app = useApp({ config: { environment: 'production' } });

  it('Signs no person in with a link in production.', async () => {
    const { email } = await createMember(app.pool);
    const answer = await app
      .bare()
      .get(await makeLinkOf(app, email))
      .redirects(0);
    expect(answer.status).to.be.oneOf([200, 503]);
    expect(answer.headers).not.to.have.property('set-cookie');
  });
});

describe('The link that signs in, without OPS_TOKEN', () => {
  const app = useApp({ config: { opsToken: undefined } });

  it('Signs in to the pages of operators too with the link, where OPS_TOKEN is set.', async () => {
    const { email } = await createMember(app.pool);
    const { headers } = await app
      .bare()
      .get(await makeLinkOf(app, email))
      .redirects(0)
      .expect(303);
    expect(String(headers['set-cookie'])).to.include('posthorn_session=').and.not.include('posthorn_ops');
  });
});
