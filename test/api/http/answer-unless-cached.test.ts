// What people read again and again (docs/reference/requests.md#people): conditional and compressed.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createAccount, createApiKey, createSuppression } from '../../support/factories/factories.ts';
import { createMember, signIn } from '../../support/factories/people-factories.ts';

describe('Reads of people', () => {
  const app = useApp({ config: { trustProxy: 1 } });
  let session: Awaited<ReturnType<typeof signIn>>;
  let keyOfAccount: string;
  before(async () => {
    session = await signIn(app.pool, { now: app.clock.now() });
    ({ token: keyOfAccount } = await createApiKey(app.pool, { accountId: session.accountId }));
  });
  const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${app.url}${path}`, {
      method,
      headers: {
        'user-agent': 'test',
        ...(headers['authorization'] === undefined && { cookie: `posthorn_session=${session.token}` }),
        ...headers,
      },
    });
  const withKey = () => ({ authorization: `Bearer ${keyOfAccount}` });

  it('Answers a read of a signed-in person with a weak ETag, and with 304 and no body while the answer is the one of If-None-Match.', async () => {
    const { id } = await createSuppression(app.pool, session.accountId, 'ada@customer.dev');
    for (const path of ['/suppressions?limit=50', `/suppressions/${id}`, '/account', '/usage']) {
      const first = await read(path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag, path).to.match(/^W\/"[\w-]{27}"$/);
      // A browser adds the second header to a request of a script with the first one.
      for (const kept of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
        const again = await read(path, { 'if-none-match': kept, 'cache-control': 'no-cache' });
        expect([again.status, await again.text(), again.headers.get('etag')]).to.deep.equal([304, '', tag]);
        expect(again.headers.get('content-length')).to.equal(null);
      }
      expect((await read(path, { 'if-none-match': tag }, 'HEAD')).status).to.equal(304);
      for (const other of ['', 'x', '"', `W/${'x'.repeat(10_000)}`, `x${tag}`, tag.replaceAll('"', '')])
        expect((await read(path, { 'if-none-match': other })).status, other).to.equal(200);
    }
    const before = await read('/suppressions?limit=50');
    await createSuppression(app.pool, session.accountId, 'grace@customer.dev');
    const tag = before.headers.get('etag') ?? '';
    expect((await read('/suppressions?limit=50', { 'if-none-match': tag })).status).to.equal(200);
    // What is refused or changed is never answered with 304.
    expect((await read('/suppressions/none', { 'if-none-match': '*' })).status).to.equal(404);
    const { status } = await read('/suppressions?limit=50', { ...withKey(), 'if-none-match': tag });
    expect(status).to.equal(200);
  });

  it('Compresses JSON of more than 1 KiB for a signed-in person as Accept-Encoding allows, on the same machine from 8 KiB on.', async () => {
    const { id: accountId } = await createAccount(app.pool);
    session = await signIn(app.pool, { accountId, now: app.clock.now() });
    ({ token: keyOfAccount } = await createApiKey(app.pool, { accountId }));
    for (let at = 0; at < 60; at += 1)
      await createSuppression(app.pool, accountId, `person${at}@a-rather-long-domain-of-a-customer.dev`);
    const [large, middle, small] = [60, 20, 1].map((limit) => `/suppressions?limit=${limit}`) as [
      string,
      string,
      string,
    ];
    const from = (address: string, encodings: string) => ({
      'x-forwarded-for': address,
      'accept-encoding': encodings,
    });
    const encodingOf = async (path: string, headers: Record<string, string>) => {
      const answer = await read(path, headers);
      expect(JSON.parse(await answer.text()).object).to.be.a('string');
      return answer.headers.get('content-encoding');
    };
    const plain = await (await read(large, from('127.0.0.1', 'identity'))).text();
    expect(plain.length).to.be.greaterThan(8 * 1024);
    for (const [path, address, encodings, expected] of [
      [large, '203.0.113.9', 'gzip, deflate, br', 'br'],
      [middle, '203.0.113.9', 'gzip', 'gzip'],
      [small, '203.0.113.9', 'gzip, br', null],
      [large, '::ffff:127.0.0.1', 'gzip, br', 'br'],
      [middle, '127.0.0.1', 'gzip, br', null],
      [large, '203.0.113.9', 'br;q=0, gzip;q=0.1', 'gzip'],
      [large, '203.0.113.9', 'identity', null],
      [large, '203.0.113.9', 'identity;q=0', null],
      [large, '203.0.113.9', '*;q=0, ;;q=x', null],
      [large, '203.0.113.9', 'x'.repeat(8_000), null],
    ] as const)
      expect(await encodingOf(path, from(address, encodings)), encodings).to.equal(expected);
    // Programs get what they got.
    const ofProgram = { ...withKey(), ...from('203.0.113.9', 'gzip, br') };
    expect(await encodingOf(large, ofProgram)).to.equal(null);
  });

  it('Sends the answers of /auth neither compressed nor with an ETag, and lets nothing be stored of what people read.', async () => {
    for (let at = 0; at < 30; at += 1) {
      const { id: accountId } = await createAccount(app.pool, { name: `Account ${at} of the person` });
      await createMember(app.pool, { personId: session.personId, accountId });
    }
    for (const path of ['/auth/me', '/AUTH/me', '//auth/me', '/api/auth/me']) {
      const { headers, status } = await read(path, {
        'x-forwarded-for': '203.0.113.9',
        'accept-encoding': 'gzip, br',
      });
      expect(status, path).to.equal(200);
      expect(Number(headers.get('content-length')), path).to.be.greaterThan(1024);
      expect([headers.get('content-encoding'), headers.get('etag')], path).to.deep.equal([null, null]);
    }
    for (const path of ['/auth/me', '/suppressions', '/account'])
      expect((await read(path)).headers.get('cache-control'), path).to.equal('no-store');
  });
});
