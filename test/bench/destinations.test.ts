// Destinations in the benchmark: the same mails must be compared, every domain must be a destination of its own, and the servers
// that are out of order must be so in the way that the scenario says.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { getDomain } from 'tldts';
import { createRequestStencil } from '../../bench/load/http-client.ts';
import { numberOf, readRecipient } from '../../bench/load/mail.ts';
import { BATCH } from '../../bench/load/shape.ts';
import { createIdentity, createPosthornVariant } from '../../bench/posthorn/variant.ts';
import { destinations, listNeighbours, listRecords } from '../../bench/scenarios/destinations.ts';
import { type Manner, serveNeighbours } from '../../bench/sink/neighbours.ts';
import { freePort } from '../../dev/processes/ports.ts';

describe('Destinations in the benchmark', () => {
  it('has a registrable name and an address for each domain, so each is a destination of its own', () => {
    const records = listRecords();
    const hosts = records.filter(({ type }) => type === 'MX').map(({ value }) => value);
    expect(new Set(hosts.map((host) => getDomain(host))).size).to.equal(1_001);
    const addresses = new Map(
      records.filter(({ type }) => type === 'A').map(({ prefix, value }) => [prefix, value]),
    );
    expect(hosts.every((host) => addresses.has(host))).to.equal(true);
    expect(new Set(addresses.values()).size).to.equal(1_001);
  });

  it('leads 200 domains to servers that take no mail, 50 to busy ones, and the held domain to one that takes it', () => {
    const known = new Map(listRecords().map(({ prefix, value }) => [value, prefix]));
    const { silent, closing, busy, taking } = listNeighbours();
    expect([silent, closing, busy, taking].map(({ length }) => length)).to.deep.equal([100, 100, 50, 1]);
    const hosts = [...silent, ...closing, ...busy].map((address) => known.get(address));
    expect(hosts).to.include.members(['mx.d750-bench.dev', 'mx.d999-bench.dev']).and.not.include(undefined);
    expect(taking.map((address) => known.get(address))).to.deep.equal(['mx.held-bench.dev']);
  });

  it('sends the same mails to the domains that answer, with and without mails to the others', () => {
    const numbersOf = (domains: number, requests: number): number[] => {
      const shape = { ...BATCH, mailsPerRequest: 50, domains };
      const makeRequest = createRequestStencil({
        url: 'http://api.test',
        headers: {},
        shape,
        htmlBytes: 600,
      });
      return Array.from({ length: requests }, (_, request) => {
        const body =
          makeRequest(request * 50)
            .toString()
            .split('\r\n\r\n')[1] ?? '';
        return JSON.parse(body).map(({ to }: { to: string }) => readRecipient(to)?.number);
      }).flat();
    };
    const some = numbersOf(750, 30);
    const all = numbersOf(1_000, 40);
    expect(all).to.deep.equal(Array.from({ length: 2_000 }, (_, number) => number));
    expect(some).to.deep.equal(all.filter((number) => number % 1_000 < 750));
    expect(some.map((_, index) => numberOf(index, 750))).to.deep.equal(some);
  });

  it('compares throughput and the 99th percentile with what is alone in the same round', () => {
    const variants = [createPosthornVariant('posthorn-postgres', 'postgres', createIdentity())];
    const contenders = destinations.contenders({ variants, options: {} as never });
    const names = contenders.map(({ name }) => name);
    const [alone, , scheduled] = names;
    expect(contenders.map(({ dividedBy }) => dividedBy)).to.deep.equal([
      {},
      { '× alone': alone },
      {},
      { '× alone': scheduled, '× p99 alone': scheduled },
    ]);
    expect(destinations.comparedIn).to.deep.equal({ '× p99 alone': 'single p99' });
  });
});

describe('A neighbour of the sink', () => {
  const ADDRESSES: Record<Manner, string> = {
    silent: '127.0.9.1',
    closing: '127.0.9.2',
    busy: '127.0.9.3',
    taking: '127.0.9.4',
  };
  let port: number;
  let neighbours: Awaited<ReturnType<typeof serveNeighbours>>;
  let client: Socket;

  beforeEach(async () => {
    port = await freePort();
    const listed = Object.entries(ADDRESSES).map(([manner, address]) => [manner, [address]]);
    neighbours = await serveNeighbours(port, Object.fromEntries(listed));
  });

  afterEach(() => {
    client.destroy();
    neighbours.stop();
  });

  /** Sends the commands, and reads until the server closes the connection. */
  async function talk(manner: Manner, commands: readonly string[]): Promise<string> {
    client = connect(port, ADDRESSES[manner]);
    let said = '';
    client.on('data', (chunk) => {
      said += chunk.toString();
    });
    for (const command of commands) client.write(`${command}\r\n`);
    await once(client, 'close');
    return said;
  }

  it('closes each connection without a word', async () => {
    expect(await talk('closing', [])).to.equal('');
  });

  it('says 421 to MAIL when it is busy, and closes the connection', async () => {
    const said = await talk('busy', ['EHLO x', 'MAIL FROM:<a@bench.local>']);
    expect(said.match(/^\d{3}(?= )/gm)?.at(-1)).to.equal('421');
    expect(said).not.to.match(/^354/m);
  });

  it('takes mail', async () => {
    const envelope = ['EHLO x', 'MAIL FROM:<a@bench.local>', 'RCPT TO:<b@held-bench.dev>', 'DATA'];
    const said = await talk('taking', [...envelope, 'Subject: x', '', 'Hello', '.', 'QUIT']);
    expect(said.match(/^\d{3}(?= )/gm)).to.deep.equal(['220', '250', '250', '250', '354', '250', '221']);
  });

  it('keeps a connection open and is silent', async () => {
    const silent = connect(port, ADDRESSES.silent);
    let said = '';
    silent.on('data', (chunk) => {
      said += chunk.toString();
    });
    await once(silent, 'connect');
    silent.write('EHLO x\r\n');
    // Another conversation, which began later, has ended.
    await talk('taking', ['QUIT']);
    expect([said, silent.readyState]).to.deep.equal(['', 'open']);
    silent.destroy();
  });
});
