// The page that confirms an address (docs/reference/account.md#the-page-that-confirms).
import { expect } from 'chai';
import type { Pool } from 'pg';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { useEach } from '../../support/api/use-each.ts';
import {
  type ConfirmingAccount,
  createConfirmingAccount,
  createOperator,
  mailedPages,
} from '../account/confirming.ts';
import { readPage } from '../unsubscribes/person.ts';

const MARKUP = `"><script>x()</script><img src=//evil.test onerror=x()> & '`;
const SOME_TOKEN = 'x'.repeat(43);
const AT_A_TIME = 8;

describe('The page that confirms an address', () => {
  const app = useApp();
  before(() => createOperator(app));
  const account = useEach(() => createConfirmingAccount(app));
  let page: string;
  beforeEach(async () => {
    page = await ask(account);
  });
  const ask = async (of: ConfirmingAccount, email = `${of.accountId}@customer.dev`) => {
    expect((await of.ask(email)).status).to.equal(201);
    return (await mailedPages(app, email)).at(-1) ?? '';
  };
  const statuses = async () => (await account.list()).map(({ status }) => status);
  const expectBroken = async (method: 'get' | 'post' | 'head' | 'put' | 'delete', path: string) => {
    const { status, text, headers } = await app.bare()[method](path);
    expect([status, headers['content-type']], path).to.deep.equal([404, 'text/html; charset=utf-8']);
    if (method !== 'head') expect(text).to.include('This link does not work');
  };

  it('Asks on the page of a confirmation whether the named account may send to the masked address.', async () => {
    expect(readPage(await app.bare().get(page))).to.match(
      /^Confirm your address Acme would like to send emails to \w•••@c•••\.dev\. .* Confirm$/,
    );
  });

  it('Confirms the address by the button of the page, and says so.', async () => {
    const { text } = await app.bare().get(page);
    expect(text).to.include('<form method="post"><button class="filled">Confirm</button></form>');
    expect(text).not.to.include('token');
    const answer = await app.bare().post(page).type('form').send('');
    expect(readPage(answer)).to.match(/^Address confirmed Acme may now send emails to \w•••@c•••\.dev\./);
    const [listed] = await account.list();
    expect(listed).to.deep.include({
      email: `${account.accountId}@customer.dev`,
      status: 'confirmed',
      confirmed_at: app.clock.now().toISOString(),
    });
  });

  it('Changes nothing on the page of a confirmation by GET or HEAD.', async () => {
    const before = await contentsOf(app);
    for (const method of ['get', 'head'] as const) {
      for (const path of [page, `${page}&action=confirm`, `/api${page}`])
        expect((await app.bare()[method](path)).status).to.equal(200);
    }
    expect(await contentsOf(app)).to.deep.equal(before);
    expect((await app.bare().post(page)).status).to.equal(200);
  });

  it('Answers 404 with a page for a confirmation link that was used, has expired, was replaced or was changed, and confirms nothing.', async () => {
    const other = page.endsWith('A') ? `${page.slice(0, -1)}B` : `${page.slice(0, -1)}A`;
    const token = page.split('=')[1] ?? '';
    const broken = [
      other,
      page.slice(0, -1),
      `${page}A`,
      `${page}%00`,
      `${page}&token=${SOME_TOKEN}`,
      '/confirm-address',
      '/confirm-address?token=',
      `/confirm-address?token=${SOME_TOKEN}`,
      `/confirm-address/${token}`,
      `/confirm-address/x?token=${token}`,
      `/confirm-address?token[]=${token}`,
    ];
    for (const path of broken)
      for (const method of ['get', 'post', 'head'] as const) await expectBroken(method, path);
    for (const method of ['put', 'delete'] as const) await expectBroken(method, page);
    expect(await statuses()).to.deep.equal(['pending']);
    const replacing = await ask(account);
    await expectBroken('post', page);
    app.clock.advance(7 * DAY_MS);
    for (const method of ['get', 'post'] as const) await expectBroken(method, replacing);
    expect(await statuses()).to.deep.equal([]);
    const used = await ask(account);
    await app.bare().post(used).expect(200);
    for (const method of ['get', 'post'] as const) await expectBroken(method, used);
  });

  it('Confirms an address once when its link is used several times at the same moment.', async () => {
    const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => app.bare().post(page)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([
      200,
      ...Array(AT_A_TIME - 1).fill(404),
    ]);
    expect(await statuses()).to.deep.equal(['confirmed']);
  });

  it('Shows the name of an account on the page of a confirmation as a text, which cannot add HTML to it.', async () => {
    const hostile = await createConfirmingAccount(app, { name: `</bdi>${MARKUP}\u202e` });
    const path = await ask(hostile);
    for (const answer of [await app.bare().get(path), await app.bare().post(path)]) {
      expect(answer.text).not.to.match(/<script|<img|onerror="|\u202e/);
      expect(readPage(answer)).to.include('"&gt;&lt;script&gt;x()&lt; script&gt;');
    }
  });

  it('Serves the page of a confirmation without scripts, to anybody who has the link; it loads nothing and may not be framed, stored or indexed.', async () => {
    for (const answer of [
      await app.bare().get(page).set('User-Agent', ''),
      await app.bare().get('/confirm-address'),
      await app.bare().post(page).set('User-Agent', '').set('Origin', 'https://mail.customer.dev'),
    ]) {
      expect(answer.headers['content-security-policy']).to.match(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(answer.headers).to.include({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(answer.headers).not.to.have.property('set-cookie');
      expect(answer.text).not.to.match(/<script|javascript:| on\w+=|style="/i);
    }
    expect(await statuses()).to.deep.equal(['confirmed']);
  });

  it('Writes no token of a confirmation link to the process log or to the labels of metrics.', async () => {
    const token = page.split('=')[1] ?? '';
    const from = app.logLines.length;
    await app.bare().get(page);
    await app.bare().get(`/confirm-address/${token}?x=${token}`);
    await app.bare().post(page);
    await app.bare().post(page);
    const lines = app.logLines.slice(from);
    expect(lines.map(({ path }) => path)).to.deep.equal(Array(4).fill('/confirm-address'));
    expect(JSON.stringify(app.logLines)).not.to.include(token);
    const metrics = await app.deps.metrics.registry.metrics();
    expect(metrics).to.include('route="/confirm-address"').and.not.include(token);
  });
});

describe('The page that confirms an address, without a database', () => {
  const fail = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  const app = useApp({ deps: { database: { query: fail, connect: fail } as unknown as Pool } });

  it('Answers a fault of the service on the page of a confirmation with a page too: 503 while the database cannot be reached.', async () => {
    for (const method of ['get', 'post'] as const) {
      const answer = await app.bare()[method](`/confirm-address?token=${SOME_TOKEN}`);
      expect(answer.status).to.equal(503);
      expect(answer.text).to.include('Please try again').and.not.include('ECONNREFUSED');
      expect(answer.headers).to.include({ 'cache-control': 'private, no-store' });
    }
  });
});
