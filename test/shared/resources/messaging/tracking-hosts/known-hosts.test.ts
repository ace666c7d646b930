// What a process knows of hosts: how many questions it asks, what it remembers, and for how long a request waits.
import { expect } from 'chai';
import { KnownHosts } from '../../../../../shared/resources/messaging/tracking-hosts/known-hosts.ts';
import { insertTrackingHost } from '../../../../../shared/resources/messaging/tracking-hosts/write.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createTestClock } from '../../../../support/time/clock.ts';

describe('The known hosts', () => {
  const database = useDatabase();
  const clock = createTestClock();
  /** What each statement asked for. */
  let asked: string[][];
  let running: number;
  let most: number;
  let known: KnownHosts;
  /** While it is set, statements wait for it. */
  let held: Promise<void> | undefined;
  /** While it is set, statements fail. */
  let broken: boolean;

  before(() =>
    insertTrackingHost(database.pool, { host: 'links.acme.dev', domain: 'acme.dev' }, clock.now()),
  );
  beforeEach(() => {
    asked = [];
    held = undefined;
    broken = false;
    running = 0;
    most = 0;
    const query = async (statement: { text: string; values: [string[]] }) => {
      if (broken) throw new Error('The database is away.');
      asked.push(statement.values[0]);
      running += 1;
      most = Math.max(most, running);
      await held;
      const result = await database.pool.query(statement);
      running -= 1;
      return result;
    };
    const watched = { query } as never;
    known = new KnownHosts({ database: watched, clock, config: { publicUrl: 'https://mail.posthorn.dev' } });
  });
  const names = (count: number) => Array.from({ length: count }, (_, index) => `h${index}.stranger.dev`);

  it('ask once for each host, for many at a time, with one statement at a time', async () => {
    const hosts = [...names(1_200), 'links.acme.dev'];
    const answers = await Promise.all([...hosts, ...hosts].map((host) => known.isOfLinks(host)));
    expect(answers.filter(Boolean)).to.have.length(2);
    expect(asked.flat().sort()).to.deep.equal([...hosts].sort());
    expect([asked.length <= 4, most]).to.deep.equal([true, 1]);
    for (const host of hosts) expect(known.isOfLinks(host)).to.equal(host === 'links.acme.dev');
  });

  it('ask for no address, no name of this machine and not for the host of PUBLIC_URL', () => {
    const hosts = [
      '127.0.0.1',
      '::1',
      'localhost',
      'mail.posthorn.dev',
      '',
      'a b.dev',
      '.dev',
      `${'x'.repeat(64)}.dev`,
    ];
    for (const host of hosts) expect(known.isOfLinks(host), host).to.equal(false);
    expect(asked).to.deep.equal([]);
  });

  it('ask again for other hosts after 30 seconds, and never for those of links', async () => {
    for (const host of ['links.acme.dev', 'www.acme.dev']) await known.isOfLinks(host);
    clock.advance(29_999);
    for (const host of ['links.acme.dev', 'www.acme.dev']) await known.isOfLinks(host);
    clock.advance(1);
    for (const host of ['links.acme.dev', 'www.acme.dev']) await known.isOfLinks(host);
    expect(asked).to.deep.equal([['links.acme.dev'], ['www.acme.dev'], ['www.acme.dev']]);
  });

  it('remember a limited number of other hosts, and forget those first that were asked for first', async () => {
    await known.isOfLinks('www.acme.dev');
    for (const from of [0, 4_000, 8_000])
      await Promise.all(
        names(9_999)
          .slice(from, from + 4_000)
          .map((host) => known.isOfLinks(host)),
      );
    expect(known.isOfLinks('www.acme.dev')).to.equal(false);
    clock.advance(30_000);
    // Asked for again, it is the newest.
    await known.isOfLinks('www.acme.dev');
    await known.isOfLinks('late.stranger.dev');
    for (const host of ['www.acme.dev', 'late.stranger.dev']) expect(known.isOfLinks(host)).to.equal(false);
    broken = true;
    expect(await known.isOfLinks('h0.stranger.dev')).to.equal(undefined);
    expect(await known.isOfLinks('h1.stranger.dev')).to.equal(false);
  });

  it('do not know a new host while Postgres fails, and know those of before', async () => {
    for (const host of ['links.acme.dev', 'www.acme.dev']) await known.isOfLinks(host);
    clock.advance(3_600_000);
    broken = true;
    expect(known.isOfLinks('links.acme.dev')).to.equal(true);
    expect(await known.isOfLinks('www.acme.dev')).to.equal(false);
    expect(await known.isOfLinks('go.acme.dev')).to.equal(undefined);
    broken = false;
    expect(await known.isOfLinks('go.acme.dev')).to.equal(false);
  });

  it('let no request wait for longer than a second, nor while too many hosts are asked for, and take none for another', async () => {
    await known.isOfLinks('www.acme.dev');
    clock.advance(30_000);
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    const first = ['links.acme.dev', 'www.acme.dev'].map((host) => known.isOfLinks(host));
    const others = names(6_000).map((host) => known.isOfLinks(host));
    expect(await Promise.all(first)).to.deep.equal([undefined, false]);
    expect(new Set(await Promise.all(others))).to.deep.equal(new Set([undefined]));
    release();
    // The answer came late, and counts from now on.
    while (known.isOfLinks('links.acme.dev') !== true) await new Promise(setImmediate);
  });
});
