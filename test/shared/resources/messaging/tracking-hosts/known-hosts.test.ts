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

  before(() =>
    insertTrackingHost(database.pool, { host: 'links.acme.dev', domain: 'acme.dev' }, clock.now()),
  );
  beforeEach(() => {
    asked = [];
    held = undefined;
    [running, most] = [0, 0];
    const query = async (statement: { text: string; values: [string[]] }) => {
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

  it('remember a limited number of other hosts', async () => {
    for (const from of [0, 4_000, 8_000])
      await Promise.all(
        names(10_100)
          .slice(from, from + 4_000)
          .map((host) => known.isOfLinks(host)),
      );
    expect(known.isOfLinks('h10099.stranger.dev')).to.equal(false);
    expect(known.isOfLinks('h0.stranger.dev')).not.to.equal(false);
  });

  it('let no request wait for longer than a second, nor while too many hosts are asked for', async () => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    const first = known.isOfLinks('links.acme.dev');
    const others = names(6_000).map((host) => known.isOfLinks(host));
    expect(await first).to.equal(false);
    expect((await Promise.all(others)).includes(true)).to.equal(false);
    release();
    // The answer came late, and counts from now on.
    while (known.isOfLinks('links.acme.dev') !== true) await new Promise(setImmediate);
  });
});
