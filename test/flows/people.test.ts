// Flow test with real processes and real mail: people are invited, sign in with a second factor, make a key and send
// with it, reset a forgotten password, and are removed. And whom an account in the sandbox may send to.
import { expect } from 'chai';
import { generateSync } from 'otplib';
import PostalMime from 'postal-mime';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { useApp } from '../support/api/app.ts';
import { createAccount } from '../support/factories/factories.ts';
import { createMember, PASSWORD } from '../support/factories/people-factories.ts';
import { type Browser, type BrowserAnswer, openBrowser } from './support/browser.ts';
import { type Product, prepareProduct } from './support/product.ts';

/** A proxy that ends TLS, as in production, is in front of the API; this test is the proxy. */
const PUBLIC_URL = 'https://mail.posthorn.test';
const SESSION_COOKIE = '__Host-posthorn_session';
const STEP_MS = 30_000;

describe('People of an account', () => {
  let product: Product;
  /** The sender of the oldest account, which sends the mail of the service. */
  let sender: Sender;
  let owner: Browser;
  const app = useApp();
  before(async () => {
    product = await prepareProduct({ databaseUrl: app.deps.config.databaseUrl, more: { PUBLIC_URL } });
    sender = await createSender(app);
    await Promise.all([product.startApi(), product.startWorker(['send', 'schedule'])]);
    owner = await signIn((await createMember(app.pool, { accountId: sender.accountId })).email);
  });
  after(() => product.stop());
  beforeEach(() => product.sink.clear());

  /** Asks, and expects success. @returns the body of the answer */
  const done = async (answer: Promise<BrowserAnswer>, status = 200) => {
    const { status: got, body } = await answer;
    expect(got, JSON.stringify(body)).to.equal(status);
    return body;
  };
  const refused = async (answer: Promise<BrowserAnswer>) => {
    const { status, body } = await answer;
    return [status, body.name];
  };
  async function signIn(email: string): Promise<Browser> {
    const browser = openBrowser(product.url);
    await done(browser.ask('POST', '/auth/login', { email, password: PASSWORD }));
    return browser;
  }
  /** The token of the link to a page in the mail that an address has got. */
  const tokenMailedTo = async (address: string, page: string): Promise<string> => {
    const { raw } = await product.sink.waitForMessage(({ to }) => to.includes(address));
    const { text = '', html = '' } = await PostalMime.parse(raw);
    product.sink.clear();
    const link = new RegExp(`${PUBLIC_URL}${page}\\?token=([\\w-]{43})`);
    const token = link.exec(text)?.[1] ?? expect.fail(text);
    expect(html).to.include(token);
    return token;
  };
  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
  const send = async (token: string, from: string, to: string) => {
    const answer = await fetch(`${product.url}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': 'shop' },
      body: JSON.stringify({ from, to, subject: 'Hello', text: 'Hello' }),
    });
    return { status: answer.status, body: await answer.json() } as BrowserAnswer;
  };
  /** A person who has accepted an invitation of the owner. */
  const invite = async (inviter: Browser, email: string, { byMail }: { byMail: boolean }) => {
    const { url } = await done(inviter.ask('POST', '/invitations', { email, role: 'member' }), 201);
    const mailed = await tokenMailedTo(email, '/app/accept');
    expect(mailed).not.to.equal(tokenOf(url));
    const browser = openBrowser(product.url);
    const accepted = { token: byMail ? mailed : tokenOf(url), name: 'Bo', password: PASSWORD };
    const session = await done(browser.ask('POST', '/auth/accept', accepted));
    expect([session.role, session.person.confirmed]).to.deep.equal(['member', byMail]);
    const other = byMail ? tokenOf(url) : mailed;
    expect(
      await refused(openBrowser(product.url).ask('POST', '/auth/accept', { ...accepted, token: other })),
    ).to.deep.equal([422, 'validation_error']);
    return browser;
  };

  it('are invited by mail, sign in with a second factor, and make a key that sends until it is revoked', async () => {
    const email = 'bo@customer.dev';
    const bo = await invite(owner, email, { byMail: true });
    const { secret } = await done(bo.ask('POST', '/auth/totp/setup', { password: PASSWORD }));
    const code = (at: number) => generateSync({ secret, epoch: Math.floor(at / 1000) });
    await done(bo.ask('POST', '/auth/totp/enable', { code: code(Date.now()) }));
    const left = bo.copy();
    await done(bo.ask('POST', '/auth/logout'));
    expect(bo.cookies.has(SESSION_COOKIE)).to.equal(false);
    expect(await refused(left.ask('GET', '/auth/me'))).to.deep.equal([401, 'missing_api_key']);

    const challenge = await done(bo.ask('POST', '/auth/login', { email, password: PASSWORD }));
    expect(challenge.object).to.equal('totp_challenge');
    expect(bo.cookies.has(SESSION_COOKIE)).to.equal(false);
    // A code counts once, so the one of before does not sign in; the next one is valid a step early.
    const session = await done(bo.ask('POST', '/auth/totp', { code: code(Date.now() + STEP_MS) }));
    expect(session.person).to.include({ email, second_factor: true });

    const key = await done(bo.ask('POST', '/api-keys', { name: 'Shop', permission: 'sending_access' }), 201);
    const from = `shop@${sender.domain.name}`;
    expect((await send(key.token, from, 'ana@customer.dev')).status).to.equal(200);
    const { raw } = await product.sink.waitForMessage(({ to }) => to.includes('ana@customer.dev'));
    expect((await PostalMime.parse(raw)).from?.address).to.equal(from);
    await done(bo.ask('DELETE', `/api-keys/${key.id}`));
    expect(await refused(send(key.token, from, 'ana@customer.dev'))).to.deep.equal([403, 'invalid_api_key']);
  });

  it('choose a new password by a mailed link, which ends what the old one has begun', async () => {
    const email = 'cy@customer.dev';
    const cy = await invite(owner, email, { byMail: true });
    const password = 'a better horse battery';
    const anybody = openBrowser(product.url);
    await done(anybody.ask('POST', '/auth/forgot', { email }));
    const token = await tokenMailedTo(email, '/app/reset');
    await done(anybody.ask('POST', '/auth/reset', { token, password }));
    await done(anybody.ask('GET', '/auth/me'));
    expect(await refused(cy.ask('GET', '/auth/me'))).to.deep.equal([401, 'missing_api_key']);
    expect(await refused(cy.ask('POST', '/auth/login', { email, password: PASSWORD }))).to.deep.equal([
      422,
      'validation_error',
    ]);
    await done(cy.ask('POST', '/auth/login', { email, password }));
  });

  it('are refused with the next request when they are removed, and everything is in the audit log', async () => {
    const email = 'dee@customer.dev';
    const dee = await invite(owner, email, { byMail: true });
    await done(dee.ask('POST', '/topics', { name: 'News', default_subscription: 'opt_in' }), 201);
    const { data: members } = await done(owner.ask('GET', '/members'));
    const { id } = members.find((member: { email: string }) => member.email === email);
    await done(owner.ask('DELETE', `/members/${id}`));
    expect(await refused(dee.ask('GET', '/topics'))).to.deep.equal([401, 'missing_api_key']);
    const { data: events } = await done(owner.ask('GET', '/audit-events?limit=4'));
    expect(
      events.map((event: { operation: string; actor: { email: string } }) => [
        event.operation,
        event.actor.email === email,
      ]),
    ).to.deep.equal([
      ['deleteMember', false],
      ['createTopic', true],
      ['acceptInvitation', true],
      ['createInvitation', false],
    ]);
  });

  it('get mail of an account in the sandbox only if they have accepted the invitation by mail', async () => {
    const { id: accountId } = await createAccount(app.pool, { productionAccess: false });
    const sandbox = await createSender(app, { key: { accountId } });
    const admin = await signIn((await createMember(app.pool, { accountId })).email);
    const from = `shop@${sandbox.domain.name}`;
    await invite(admin, 'ed@customer.dev', { byMail: true });
    await invite(admin, 'fay@customer.dev', { byMail: false });
    expect((await send(sandbox.token, from, 'ed@customer.dev')).status).to.equal(200);
    await product.sink.waitForMessage(({ to }) => to.includes('ed@customer.dev'));
    expect(await refused(send(sandbox.token, from, 'fay@customer.dev'))).to.deep.equal([
      422,
      'validation_error',
    ]);
  });
});
