// The development DNS server: what it answers over UDP and TCP, asked with another program's client (dns-packet over
// sockets of the test, and c-ares).
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { type DecodedPacket, decode, encode, type Packet, type RecordType } from 'dns-packet';
import type { DnsRecord } from '../../../dev/dns/dns-record.ts';
import { type DevelopmentDns, startDevelopmentDns } from '../../../dev/dns/start.ts';
import { createDnsZones, type DnsZones } from '../../../dev/dns/zones.ts';
import { failureOf } from '../../support/failure-of.ts';

const SOA = 'ns.acme.dev hostmaster.acme.dev 7 3600 600 86400 60';

describe('The development DNS server', () => {
  let zones: DnsZones;
  let server: DevelopmentDns;
  beforeEach(async () => {
    zones = createDnsZones();
    server = await startDevelopmentDns({
      find: (name, type) => zones.find(name, type),
      host: '127.0.0.1',
      port: 0,
    });
    zones.addZone('acme.dev');
    publish('acme.dev', 'SOA', SOA);
    publish('acme.dev', 'NS', 'ns.acme.dev');
  });
  afterEach(() => server.close());

  const publish = (name: string, type: DnsRecord['type'], value: string, more: Partial<DnsRecord> = {}) =>
    zones.add({ name, type, value, ...more });
  const client = () => {
    const resolver = new Resolver({ timeout: 2_000, tries: 1 });
    resolver.setServers([server.address]);
    return resolver;
  };
  const query = (name: string, type: RecordType, more: Packet = {}) =>
    encode({ type: 'query', id: 4_711, questions: [{ name, type }], ...more });
  /** Asks over UDP. */
  const ask = async (message: Buffer): Promise<DecodedPacket & { bytes: number; rcode?: string }> => {
    const socket = createSocket('udp4');
    try {
      socket.send(message, server.port, '127.0.0.1');
      const [answer] = (await once(socket, 'message')) as [Buffer];
      return { ...decode(answer), bytes: answer.length };
    } finally {
      socket.close();
    }
  };
  const code = (packet: object) => (packet as { rcode?: string }).rcode;

  it('has records of each type', async () => {
    publish('acme.dev', 'A', '192.0.2.1');
    publish('acme.dev', 'AAAA', '2001:db8::1');
    publish('acme.dev', 'MX', 'mail.acme.dev', { priority: 10 });
    publish('acme.dev', 'TXT', 'v=spf1 -all');
    publish('acme.dev', 'CAA', '0 issue "ca.example"');
    publish('links.acme.dev', 'CNAME', 'links.posthorn.dev');
    publish('1.acme.dev', 'PTR', 'mail.acme.dev');
    const dns = client();
    expect(await dns.resolve4('acme.dev')).to.deep.equal(['192.0.2.1']);
    expect(await dns.resolve6('acme.dev')).to.deep.equal(['2001:db8::1']);
    expect(await dns.resolveMx('acme.dev')).to.deep.equal([{ exchange: 'mail.acme.dev', priority: 10 }]);
    expect(await dns.resolveTxt('acme.dev')).to.deep.equal([['v=spf1 -all']]);
    expect((await dns.resolveCaa('acme.dev'))[0]).to.include({ critical: 0, issue: 'ca.example' });
    expect(await dns.resolveCname('links.acme.dev')).to.deep.equal(['links.posthorn.dev']);
    expect(await dns.resolvePtr('1.acme.dev')).to.deep.equal(['mail.acme.dev']);
    publish('_25._tcp.mx.acme.dev', 'TLSA', '3 1 1 0aff');
    const [tlsa] = (await ask(query('_25._tcp.mx.acme.dev', 'TLSA'))).answers ?? [];
    expect(tlsa).to.deep.nested.include({
      type: 'TLSA',
      'data.usage': 3,
      'data.certificate': Buffer.from([10, 255]),
    });
    publish('deaf.acme.dev', 'MX', '.', { priority: 0 });
    expect(await dns.resolveMx('deaf.acme.dev')).to.deep.equal([{ exchange: '', priority: 0 }]);
    expect(await dns.resolveNs('acme.dev')).to.deep.equal(['ns.acme.dev']);
    expect(await dns.resolveSoa('acme.dev')).to.include({ nsname: 'ns.acme.dev', serial: 7, minttl: 60 });
  });

  it('splits a long text into strings of 255 octets, and keeps characters whole', async () => {
    publish('acme.dev', 'TXT', `${'a'.repeat(254)}ä${'b'.repeat(300)}`);
    const packet = await ask(query('acme.dev', 'TXT', { additionals: [edns(4_096)] }));
    const [answer] = packet.answers ?? [];
    const strings = answer?.type === 'TXT' ? (answer.data as Buffer[]) : [];
    expect(strings.map((string) => string.length)).to.deep.equal([254, 255, 47]);
  });

  it('refuses questions about names of other zones', async () => {
    expect(code(await ask(query('acme.com', 'TXT')))).to.equal('REFUSED');
    expect(code(await ask(query('dev', 'SOA')))).to.equal('REFUSED');
    expect((await failureOf(client().resolveTxt('acme.com'))).code).to.equal('EREFUSED');
  });

  it('distinguishes a name that does not exist from one without such a record, both with the SOA', async () => {
    publish('a.b.acme.dev', 'TXT', 'x');
    for (const [name, expected] of [
      ['absent.acme.dev', 'NXDOMAIN'],
      ['a.b.acme.dev', 'NOERROR'],
      ['b.acme.dev', 'NOERROR'],
      ['acme.dev', 'NOERROR'],
    ] as const) {
      const packet = await ask(query(name, 'MX'));
      expect(code(packet), name).to.equal(expected);
      expect(packet.answers).to.deep.equal([]);
      expect(packet.authorities?.map(({ type }) => type)).to.deep.equal(['SOA']);
      expect(packet.flag_aa).to.equal(true);
    }
  });

  it('answers an alias with its target where it has that, also in a loop', async () => {
    publish('a.acme.dev', 'CNAME', 'b.acme.dev');
    publish('b.acme.dev', 'CNAME', 'c.acme.dev');
    publish('c.acme.dev', 'TXT', 'end');
    publish('out.acme.dev', 'CNAME', 'acme.com');
    publish('loop.acme.dev', 'CNAME', 'loop.acme.dev');
    expect(await client().resolveTxt('a.acme.dev')).to.deep.equal([['end']]);
    expect((await ask(query('a.acme.dev', 'TXT'))).answers).to.have.length(3);
    expect((await ask(query('a.acme.dev', 'CNAME'))).answers).to.have.length(1);
    expect((await ask(query('out.acme.dev', 'TXT'))).answers).to.have.length(1);
    expect((await ask(query('loop.acme.dev', 'TXT', { additionals: [edns(1_232)] }))).answers).to.have.length(
      9,
    );
  });

  it('refers to the servers of a name that it has delegated', async () => {
    publish('sub.acme.dev', 'NS', 'ns.other.dev');
    publish('x.sub.acme.dev', 'TXT', 'not ours');
    const packet = await ask(query('x.sub.acme.dev', 'TXT'));
    expect(packet).to.include({ flag_aa: false });
    expect(packet.answers).to.deep.equal([]);
    expect(packet.authorities?.map(({ type, name }) => `${type} ${name}`)).to.deep.equal(['NS sub.acme.dev']);
  });

  it('truncates above 512 octets, or above the size that the client takes; TCP has all of it', async () => {
    publish('acme.dev', 'TXT', 'x'.repeat(700));
    const plain = await ask(query('acme.dev', 'TXT'));
    expect({ tc: plain.flag_tc, answers: plain.answers?.length }).to.deep.equal({ tc: true, answers: 0 });
    expect(plain.bytes).to.be.at.most(512);
    const large = await ask(query('acme.dev', 'TXT', { additionals: [edns(1_232)] }));
    expect({ tc: large.flag_tc, answers: large.answers?.length }).to.deep.equal({ tc: false, answers: 1 });
    publish('acme.dev', 'TXT', 'y'.repeat(50_000));
    const huge = await ask(query('acme.dev', 'TXT', { additionals: [edns(4_096)] }));
    expect(huge.flag_tc).to.equal(true);
    const texts = (await client().resolveTxt('acme.dev')).map((strings) => strings.join('').length);
    expect(texts.sort()).to.deep.equal([50_000, 700]);
  });

  it('says SERVFAIL about a record that no message can carry', async () => {
    publish('acme.dev', 'TXT', 'x'.repeat(70_000));
    expect((await failureOf(client().resolveTxt('acme.dev'))).code).to.equal('ESERVFAIL');
  });

  it('answers names in any case, and keeps the question as it was asked', async () => {
    publish('acme.dev', 'TXT', 'x');
    const packet = await ask(query('ACME.dev', 'TXT'));
    expect(packet.questions?.[0]?.name).to.equal('ACME.dev');
    expect(packet.answers).to.have.length(1);
  });

  it('answers several questions on one connection, also when they come in pieces', async () => {
    publish('acme.dev', 'TXT', 'x');
    const messages = [query('acme.dev', 'TXT'), query('acme.dev', 'NS')].map((message) =>
      Buffer.concat([Buffer.from([0, message.length]), message]),
    );
    const bytes = Buffer.concat(messages);
    const socket = connect(server.port, '127.0.0.1').setNoDelay(true);
    for (const byte of bytes) socket.write(Buffer.from([byte]));
    let received = Buffer.alloc(0);
    const packets: DecodedPacket[] = [];
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk]);
      while (received.length > 2 && received.length >= 2 + received.readUInt16BE()) {
        const end = 2 + received.readUInt16BE();
        packets.push(decode(received.subarray(2, end)));
        received = received.subarray(end);
      }
      if (packets.length === 2) break;
    }
    expect(packets.map(({ answers }) => answers?.[0]?.type)).to.deep.equal(['TXT', 'NS']);
  });

  it('ignores what is no query, and still answers', async () => {
    const socket = createSocket('udp4');
    const bad = [
      Buffer.alloc(0),
      Buffer.from('hello'),
      Buffer.alloc(12),
      query('acme.dev', 'TXT').subarray(0, 20),
      encode({ type: 'response', id: 1, questions: [{ name: 'acme.dev', type: 'TXT' }] }),
    ];
    for (const message of bad) socket.send(message, server.port, '127.0.0.1');
    const tcp = connect(server.port, '127.0.0.1');
    tcp.write(Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.alloc(100)]));
    await once(tcp.resume(), 'close');
    expect(code(await ask(query('acme.dev', 'NS')))).to.equal('NOERROR');
    socket.close();
  });

  it('names its port and DNS_PORT when that is taken', async () => {
    const error = await failureOf(
      startDevelopmentDns({
        find: (name, type) => zones.find(name, type),
        host: '127.0.0.1',
        port: server.port,
      }),
    );
    expect(error.message).to.equal(
      `Port ${server.port} for the development DNS cannot be opened: choose another with DNS_PORT (0 picks a free one).`,
    );
  });
});

/** EDNS of a client that takes responses of this size over UDP. */
function edns(udpPayloadSize: number) {
  const rest = { extendedRcode: 0, ednsVersion: 0, flags: 0, flag_do: false, options: [] };
  return { type: 'OPT' as const, name: '.', udpPayloadSize, ...rest };
}
