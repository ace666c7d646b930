// The links of the unsubscribe pages (docs/reference/unsubscribes.md#links).
import { expect } from 'chai';
import type { Pool } from 'pg';
import type { SecretKeys } from '../../../shared/platform/security/secret-keys.ts';
import { createPreferencesLinks } from '../../../shared/resources/messaging/unsubscribe-page/link.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { useEach } from '../../support/api/use-each.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createPerson, readPage } from './person.ts';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const YEARS_MS = 20 * 365 * 24 * 3_600_000;
const ONE_CLICK = 'List-Unsubscribe=One-Click';

describe('A link to unsubscribe', () => {
  const app = useApp();
  const person = useEach(() => createPerson(app));
  const get = (path: string) => app.bare().get(path);
  const click = (path: string) => app.bare().post(path).send(ONE_CLICK);
  const tokenOf = (path: string) => path.split('/')[2] ?? '';

  it('Opens a link for ever, also when its email, its contact and its topic are removed.', async () => {
    const { owner, target, topicId, unsubscribe, preferences } = person;
    const { id } = (await owner.add(target.address)).body;
    await owner.api.delete(`/contacts/${id}`).expect(200);
    await app.pool.query('DELETE FROM emails WHERE id = $1', [target.emailId]);
    await app.pool.query('DELETE FROM email_recipients WHERE email_id = $1', [target.emailId]);
    app.clock.advance(YEARS_MS);
    expect(readPage(await get(unsubscribe))).to.include('from Product news?');
    expect((await click(unsubscribe)).status).to.equal(200);
    expect(await person.decisions()).to.deep.equal({
      unsubscribed: null,
      choices: { [topicId]: 'opt_out by person' },
    });
    await owner.api.delete(`/topics/${topicId}`).expect(200);
    for (const path of [unsubscribe, preferences]) expect((await get(path)).status, path).to.equal(200);
    expect((await click(unsubscribe)).status).to.equal(200);
    expect((await person.decisions()).unsubscribed).to.equal('person');
    expect(await person.counted()).to.deep.equal([0, 0]);
  });

  it('Answers 404 with a page for a link of which any character was changed, removed or added, and changes nothing.', async () => {
    const token = tokenOf(person.unsubscribe);
    const changed = [...token].flatMap((was, index) => {
      const after = BASE64URL[(BASE64URL.indexOf(was) + 1) % BASE64URL.length] ?? '';
      const before = BASE64URL.at(BASE64URL.indexOf(was) - 1) ?? '';
      return [after, before].map((other) => `${token.slice(0, index)}${other}${token.slice(index + 1)}`);
    });
    const cut = [1, 2, 3, 20, token.length].map((length) => token.slice(0, -length));
    const added = ['A', '=', '==', '.', '/', '/A', '%00', '%ff', '%41', '+', '%20', '%0a'].map(
      (end) => token + end,
    );
    const foreign = [
      `A${token}`,
      `${token}${token}`,
      token.toLowerCase(),
      token.replace(/^./, '%41'),
      'none',
    ];
    const before = await contentsOf(app);
    const expectBroken = async (method: 'get' | 'post', path: string) => {
      const { status, text, headers } = await app.bare()[method](path).send(ONE_CLICK);
      expect([status, headers['content-type']], path).to.deep.equal([404, 'text/html; charset=utf-8']);
      expect(text).to.match(/This link (?:does not work|is not yours)/);
    };
    for (const other of [...changed, ...cut, ...added, ...foreign])
      await expectBroken('post', `/unsubscribe/${other}`);
    for (const other of [changed[0], changed.at(-1), ...cut, ...added, ...foreign]) {
      await expectBroken('get', `/unsubscribe/${other}`);
      for (const method of ['get', 'post'] as const) await expectBroken(method, `/preferences/${other}`);
    }
    expect(await contentsOf(app)).to.deep.equal(before);
    expect((await get(`/unsubscribe/${token}`)).status).to.equal(200);
  });

  it('Answers 410 with a page that says that the sender is gone for a link of an account that does not exist any more, or whose deletion has begun, and changes nothing.', async () => {
    const { unsubscribe, preferences } = person.pathsOf({
      accountId: UNKNOWN_ID,
    });
    for (const path of [unsubscribe, preferences]) {
      for (const answer of [
        await get(path),
        await click(path),
        await app.bare().post(path).send('action=save'),
      ]) {
        expect(answer.status).to.equal(410);
        expect(answer.text).to.include('This sender no longer exists');
      }
    }
    const { rowCount } = await app.pool.query('SELECT FROM unsubscribes WHERE account_id = $1', [UNKNOWN_ID]);
    expect(rowCount).to.equal(0);
  });

  it('Opens links without a key, a cookie or a User-Agent.', async () => {
    for (const path of [person.unsubscribe, person.preferences, `/api${person.unsubscribe}?utm_source=x`]) {
      const { status, headers } = await app.bare().get(path).set('User-Agent', '');
      expect([status, headers['set-cookie']], path).to.deep.equal([200, undefined]);
    }
  });

  it('Changes nothing by GET or HEAD, not even a counter.', async () => {
    await person.owner.listen('*');
    await person.owner.add(person.target.address);
    const before = await contentsOf(app);
    for (const path of [person.unsubscribe, person.preferences]) {
      for (const method of ['get', 'head'] as const) {
        const query = '?action=unsubscribe&from=everything&List-Unsubscribe=One-Click';
        for (const suffix of ['', query])
          expect((await app.bare()[method](path + suffix)).status).to.equal(200);
      }
      for (const method of ['put', 'delete', 'options', 'patch'] as const)
        expect((await app.bare()[method](path).send(ONE_CLICK)).status, method).to.equal(404);
    }
    expect(await contentsOf(app)).to.deep.equal(before);
  });

  it('Writes no token of a link to the process log or to the labels of metrics.', async () => {
    const token = tokenOf(person.unsubscribe);
    const from = app.logLines.length;
    await click(person.unsubscribe);
    await get(person.preferences);
    await get(`/api//unsubscribe/${token}?x=${token}`);
    await get(`/unsubscribe/${token}A`);
    // Paths that no page has, and a token where no token belongs.
    await get(`/unsubscribe-page/${token}`);
    await get(`/old/unsubscribe/${token}`);
    await get(`/old/preferences%2f${token}`);
    await person.owner.api.get(`/emails/unsubscribe/${token}`);
    const lines = app.logLines.slice(from);
    expect(lines).to.have.length(8);
    expect(lines.map(({ path }) => path)).to.deep.equal([
      '/unsubscribe/:token',
      '/preferences/:token',
      '/unsubscribe/:token',
      '/unsubscribe/:token',
      `/unsubscribe-page/${token}`,
      '/old/unsubscribe/[redacted]',
      '/old/preferences%2f[redacted]',
      '/emails/unsubscribe/[redacted]',
    ]);
    const metrics = await app.deps.metrics.registry.metrics();
    expect(metrics).to.include('route="/unsubscribe/:token"').and.not.include(token.slice(0, 20));
  });

  it('Makes links that only servers with their SECRET_KEY open, also as one of SECRET_KEY_PREVIOUS, and two different links for the same recipient.', () => {
    const url = 'https://mail.acme.dev';
    const lists: (SecretKeys | undefined)[] = [
      ['key'],
      ['key'],
      ['new key', 'key'],
      ['another key'],
      undefined,
    ];
    const [ours, same, changed, other, random] = lists.map((keys) => createPreferencesLinks(url, keys));
    const made = [1, 2].map(() => ours?.urlsOf(person.target).unsubscribe ?? '');
    expect(made[0])
      .to.match(/^https:\/\/mail\.acme\.dev\/unsubscribe\/[\w-]+$/)
      .and.not.to.equal(made[1]);
    for (const link of made) {
      const token = link.split('/').at(-1) ?? '';
      for (const opener of [same, changed]) expect(opener?.open(token)).to.deep.equal(person.target);
      expect([other?.open(token), random?.open(token)]).to.deep.equal([undefined, undefined]);
    }
  });
});

describe('A link to unsubscribe, without a database', () => {
  const fail = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  const app = useApp({ deps: { database: { query: fail, connect: fail } as unknown as Pool } });

  it('Answers a fault of the service with a page too: 503 while the database cannot be reached.', async () => {
    const target = { accountId: UNKNOWN_ID, address: 'bo@customer.dev', topicId: null, emailId: UNKNOWN_ID };
    for (const url of Object.values(app.deps.preferences.urlsOf(target))) {
      const path = new URL(url).pathname;
      for (const answer of [await app.bare().get(path), await app.bare().post(path).send(ONE_CLICK)]) {
        expect(answer.status).to.equal(503);
        expect(answer.text).to.include('Please try again').and.not.include('ECONNREFUSED');
        expect(answer.headers).to.include({ 'cache-control': 'private, no-store' });
      }
    }
  });
});
