// Hostile and unusual answers, from a real server: large and many records, truncation, two answers, odd names; and that
// nothing is kept between two questions.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createDns } from '../../../../../shared/platform/net/dns/dns.ts';
import { createDnsServer, type DnsServer } from '../../../../support/net/dns-server.ts';

const ABSENT = { kind: 'absent' };
const TIMED_OUT = { kind: 'unanswered', reason: 'timeout' };
const found = (...values: unknown[]) => ({ kind: 'found', values });

describe('An unusual DNS answer', () => {
  let server: DnsServer;
  beforeEach(async () => {
    server = await createDnsServer();
  });
  afterEach(() => server.close());
  const create = (timeoutMs = 2_000) => createDns({ servers: [server.address], reach: 'public', timeoutMs });

  it('may be a TXT record in 300 strings', async () => {
    const strings = Array.from({ length: 300 }, (_, index) => `${index},`);
    server.publish('acme.dev', { type: 'TXT', value: '', strings });
    expect(await create().txt('acme.dev')).to.deep.equal(found(strings.join('')));
  });

  it('may be a TXT record of almost 64 KB, over TCP', async () => {
    const value = 'x'.repeat(65_000);
    server.publish('acme.dev', { type: 'TXT', value });
    expect(await create().txt('acme.dev')).to.deep.equal(found(value));
    // Once over UDP, truncated, and once over TCP.
    expect(server.questions).to.deep.equal(['TXT acme.dev', 'TXT acme.dev']);
  });

  it('may be an empty TXT record', async () => {
    server.publish('acme.dev', { type: 'TXT', value: '' });
    expect(await create().txt('acme.dev')).to.deep.equal(found(''));
  });

  it('may have NUL and bytes that are no UTF-8 in a text; NUL becomes U+FFFD', async () => {
    server.publish('acme.dev', { type: 'TXT', value: 'a\u0000b' });
    expect(await create().txt('acme.dev')).to.deep.equal(found('a\uFFFDb'));
  });

  it('may be 50 MX records', async () => {
    for (let priority = 50; priority > 0; priority -= 1) {
      server.publish('acme.dev', { type: 'MX', value: `mx${priority}.acme.dev`, priority });
    }
    const answer = await create().mx('acme.dev');
    const priorities = answer.kind === 'found' ? answer.values.map(({ priority }) => priority) : [];
    expect(priorities).to.deep.equal(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('may say that the domain receives no mail (null MX)', async () => {
    server.publish('acme.dev', { type: 'MX', value: '.', priority: 0 });
    expect(await create().mx('acme.dev')).to.deep.equal(found({ exchange: '', priority: 0 }));
  });

  it('may name hosts that cannot exist', async () => {
    server.publish('acme.dev', { type: 'MX', value: 'a b\u0000.dev', priority: 10 });
    server.publish('links.acme.dev', { type: 'CNAME', value: 'a b.dev' });
    const dns = create();
    expect(await dns.mx('acme.dev')).to.deep.equal(
      found({ exchange: String.raw`a b\000.dev`, priority: 10 }),
    );
    expect((await dns.about('acme.dev').txt('links.acme.dev'))[0]?.answer).to.deep.equal(ABSENT);
  });

  it('may come twice: the first counts', async () => {
    server.publish('acme.dev', { type: 'TXT', value: 'first' });
    server.fail('twice');
    const dns = create();
    const answers = await Promise.all(Array.from({ length: 20 }, () => dns.txt('acme.dev')));
    for (const answer of answers) expect(answer).to.deep.equal(found('first'));
  });

  it('may be for another question: it is ignored', async () => {
    server.fail('wrong-id');
    expect(await create(300).txt('acme.dev')).to.deep.equal(TIMED_OUT);
  });

  it('may be that of a packet that was lost: the question is asked again', async () => {
    server.publish('acme.dev', { type: 'TXT', value: 'here' });
    server.fail('silence');
    const answer = create().txt('acme.dev');
    while (server.questions.length === 0) await new Promise(setImmediate);
    server.heal();
    expect(await answer).to.deep.equal(found('here'));
    expect(server.questions).to.deep.equal(['TXT acme.dev', 'TXT acme.dev']);
  });

  it('is not awaited for more than the time of a question, over TCP either', async () => {
    server.fail('byte-by-byte');
    // c-ares alone would wait for twice the time. Both are timers of one process, so a busy machine keeps their order.
    const later = delay(950, 'too late');
    expect(await Promise.race([create(500).txt('acme.dev'), later])).to.deep.equal(TIMED_OUT);
  });

  // biome-ignore format: a table.
  const names = [
    '', '.', 'a..dev', '.acme.dev', `${'a'.repeat(64)}.dev`, `${'a.'.repeat(127)}dev`, 'a b.dev',
    'a\u0000.dev', 'a\\.dev', 'a\n.dev', 'bücher.dev', '💌.dev', 'a@acme.dev',
  ];
  for (const name of names) {
    it(`is never needed for the name ${JSON.stringify(name.slice(0, 20))}, which cannot exist`, async () => {
      const dns = create();
      const answers = [dns.txt(name), dns.mx(name), dns.addresses(name), dns.cname(name), dns.ns(name)];
      for (const answer of await Promise.all(answers)) expect(answer).to.deep.equal(ABSENT);
      for (const { answer } of await dns.about(name).txt(name)) expect(answer).to.deep.equal(ABSENT);
      expect(server.questions).to.deep.equal([]);
    });
  }

  for (const name of [
    '_dmarc.acme.dev',
    '*.acme.dev',
    '__proto__',
    'a/b.acme.dev',
    `${'a'.repeat(63)}.dev`,
  ]) {
    it(`may be about ${name}`, async () => {
      server.publish(name, { type: 'TXT', value: 'here' });
      expect(await create().txt(name)).to.deep.equal(found('here'));
    });
  }
});

describe('Between two questions', () => {
  let server: DnsServer;
  beforeEach(async () => {
    server = await createDnsServer();
  });
  afterEach(() => server.close());

  it('no text, address, alias or name is kept, whatever its TTL', async () => {
    const dns = createDns({ servers: [server.address], reach: 'public' });
    const publish = (suffix: number) => {
      server.withdraw('acme.dev');
      server.withdraw('links.acme.dev');
      server.publish('acme.dev', { type: 'TXT', value: `text ${suffix}`, ttl: 3_600 });
      server.publish('acme.dev', { type: 'A', value: `192.0.2.${suffix}`, ttl: 3_600 });
      server.publish('links.acme.dev', { type: 'CNAME', value: `host${suffix}.dev`, ttl: 3_600 });
    };
    for (const suffix of [1, 2]) {
      publish(suffix);
      expect(await dns.txt('acme.dev')).to.deep.equal(found(`text ${suffix}`));
      expect(await dns.addresses('acme.dev')).to.deep.equal(
        found({ address: `192.0.2.${suffix}`, family: 4 }),
      );
      expect(await dns.cname('links.acme.dev')).to.deep.equal(found(`host${suffix}.dev`));
    }
  });

  it('MX records are kept for five minutes, except by questions about a domain', async () => {
    let now = 0;
    const dns = createDns({ servers: [server.address], reach: 'public', nowMs: () => now });
    const publish = (value: string) => {
      server.withdraw('acme.dev');
      server.publish('acme.dev', { type: 'MX', value, priority: 10 });
    };
    const first = found({ exchange: 'first.dev', priority: 10 });
    const second = found({ exchange: 'second.dev', priority: 10 });
    publish('first.dev');
    expect(await dns.mx('acme.dev')).to.deep.equal(first);
    publish('second.dev');
    now += 5 * 60_000 - 1;
    expect(await dns.mx('acme.dev')).to.deep.equal(first);
    expect((await dns.about('acme.dev').mx('acme.dev'))[0]?.answer).to.deep.equal(second);
    now += 1;
    expect(await dns.mx('acme.dev')).to.deep.equal(second);
  });

  it('a server that is silent for some of its names costs the others nothing', async () => {
    server.publish('good.dev', { type: 'TXT', value: 'here' });
    const silent = Array.from({ length: 100 }, (_, index) => `silent${index}.dev`);
    for (const name of silent) server.fail('silence', name);
    const dns = createDns({ servers: [server.address], reach: 'public', timeoutMs: 500 });
    const waiting = silent.map((name) => dns.txt(name));
    for (let count = 0; count < 100; count += 1) {
      expect(await dns.txt('good.dev')).to.deep.equal(found('here'));
    }
    for (const answer of await Promise.all(waiting)) expect(answer.kind).to.equal('unanswered');
    // They do not end the questions to a resolver either.
    expect(await dns.txt('good.dev')).to.deep.equal(found('here'));
  });
});

describe('Several resolvers', () => {
  const servers: DnsServer[] = [];
  beforeEach(async () => {
    servers.push(await createDnsServer(), await createDnsServer());
  });
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
  const ask = async (count = 1) => {
    const [first, second] = servers;
    for (const server of servers) server.publish('acme.dev', { type: 'TXT', value: 'here' });
    const dns = createDns({
      servers: [first?.address ?? '', second?.address ?? ''],
      reach: 'public',
      timeoutMs: 600,
    });
    for (let asked = 1; asked < count; asked += 1) await dns.txt('acme.dev');
    return await dns.txt('acme.dev');
  };

  it('are asked one after the other', async () => {
    expect(await ask()).to.deep.equal(found('here'));
    expect(servers.map(({ questions }) => questions.length)).to.deep.equal([1, 0]);
  });

  for (const fault of ['SERVFAIL', 'REFUSED', 'silence', 'byte-by-byte'] as const) {
    it(`replace one that fails (${fault})`, async () => {
      servers[0]?.fail(fault);
      expect(await ask()).to.deep.equal(found('here'));
    });
  }

  it('do not ask the second one whether the first is right that a name is absent', async () => {
    servers[0]?.set('acme.dev', 'nothing');
    expect(await ask()).to.deep.equal(ABSENT);
    expect(servers[1]?.questions).to.deep.equal([]);
  });

  it('have no answer when both fail, and take no longer than one', async () => {
    for (const server of servers) server.fail('silence');
    expect(await Promise.race([ask(), delay(1_000, 'too late')])).to.deep.equal(TIMED_OUT);
  });
});
