// What a validating resolver may say that is no answer: silence, other messages, octets that are none; and lost packets.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { type Answer, AUTHENTIC_DATA, encode } from 'dns-packet';
import { listenForDns } from '../../../../../../dev/dns/listener.ts';
import {
  isReplyTo,
  isTruncated,
  readReply,
  type SecureType,
  writeQuery,
} from '../../../../../../shared/platform/net/dns/validating/message.ts';
import { createValidatingResolver } from '../../../../../../shared/platform/net/dns/validating/resolver.ts';
import { createDnsServer, type DnsServer } from '../../../../../support/net/dns-server.ts';
import { createRandom } from '../../../../../support/random.ts';

const NAME = '_25._tcp.mx.acme.dev';
/** Where the first record begins: after the header and the question. */
const ANSWER_AT = 12 + NAME.length + 2 + 4;
const TLSA = { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32, 7) };
const PROVEN = {
  answer: { kind: 'found', values: [{ usage: 3, selector: 1, matchingType: 1, data: Buffer.alloc(32, 7) }] },
  isSecure: true,
};
const unanswered = (reason: string) => ({ answer: { kind: 'unanswered', reason }, isSecure: false });

/** The reply to a query, proven, with other sections where a case has them. */
function reply(query: Buffer, sections: { id?: number; name?: string; answers?: Answer[] } = {}): Buffer {
  const { id, name, answers = [{ name: NAME, type: 'TLSA', data: TLSA }] } = sections;
  return encode({
    type: 'response',
    id: id ?? query.readUInt16BE(0),
    flags: AUTHENTIC_DATA,
    questions: [{ type: 'TLSA', name: name ?? NAME }],
    answers,
  });
}

describe('A reply that is no answer to a validated question', () => {
  let server: DnsServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  /** Asks a resolver that sends the messages which a test makes of each query. */
  const ask = async (respond: (query: Buffer, count: number) => Buffer[], timeoutMs = 20_000) => {
    let count = 0;
    const listener = await listenForDns({
      host: '127.0.0.1',
      port: 0,
      onMessage(query, client) {
        count += 1;
        for (const message of respond(query, count)) client.send(message);
      },
    });
    const answer = await createValidatingResolver(`127.0.0.1:${listener.port}`, timeoutMs).tlsa(NAME);
    await listener.close();
    return answer;
  };

  it('has another id, another question or garbage in it: the right one counts', async () => {
    const others = (query: Buffer) => [
      reply(query, { id: (query.readUInt16BE(0) + 1) % 0x1_0000 }),
      reply(query, { name: '_25._tcp.mx.other.dev' }),
      query,
      Buffer.from('This is no DNS message.'),
      Buffer.alloc(0),
    ];
    expect(await ask((query) => [...others(query), reply(query)])).to.deep.include(PROVEN);
    expect(await ask(others, 300)).to.deep.include(unanswered('timeout'));
  });

  it('is lost: the question is asked again, with another id', async () => {
    const queries: Buffer[] = [];
    const answer = await ask((query, count) => {
      queries.push(query);
      return count === 1 ? [] : [reply(query)];
    }, 3_000);
    expect(answer).to.deep.include(PROVEN);
    expect(queries).to.have.length(2);
    expect(queries[0]?.subarray(2)).to.deep.equal(queries[1]?.subarray(2));
  });

  it('cannot be read', () => {
    const query = writeQuery('TLSA', NAME);
    const changed = (at: number, value: number) => {
      const message = reply(query);
      message.writeUInt16BE(value, at);
      return message;
    };
    const cases: Record<string, Buffer> = {
      'it is cut': reply(query).subarray(0, -1),
      'too many aliases': reply(query, { answers: aliases(9) }),
      'aliases in a loop': reply(query, { answers: [{ name: NAME, type: 'CNAME', data: NAME }] }),
      'a pointer to itself': changed(ANSWER_AT, 0xc000 + ANSWER_AT),
      'a label of 64 octets': changed(ANSWER_AT, 0x4000),
      'more records than there are': changed(6, 2),
      'a code that is none': changed(2, 0x8009),
    };
    const malformed = { kind: 'unanswered', reason: 'malformed' };
    for (const [name, message] of Object.entries(cases))
      expect(readReply('TLSA', NAME, message).reply, name).to.deep.equal(malformed);
    const address = reply(query, { answers: [{ name: NAME, type: 'A', data: '127.0.0.1' }] });
    address.writeUInt16BE(28, ANSWER_AT + NAME.length + 2);
    expect(readReply('AAAA', NAME, address).reply, 'IPv6 of four octets').to.deep.equal(malformed);
  });

  it('has eight aliases at most, and then the records', async () => {
    const answers: Answer[] = [...aliases(8), { name: 'a7.acme.dev', type: 'TLSA', data: TLSA }];
    expect(await ask((query) => [reply(query, { answers })])).to.deep.equal({
      ...PROVEN,
      canonicalName: 'a7.acme.dev',
    });
  });

  it('is a failure of the server, or none comes', async () => {
    server = await createDnsServer();
    const reasons = {
      SERVFAIL: 'servfail',
      REFUSED: 'refused',
      FORMERR: 'malformed',
      silence: 'timeout',
      'byte-by-byte': 'timeout',
      cut: 'timeout',
    } as const;
    for (const [fault, reason] of Object.entries(reasons)) {
      server.fail(fault as keyof typeof reasons);
      const resolver = createValidatingResolver(server.address, reason === 'timeout' ? 300 : 20_000);
      expect(await resolver.mx('acme.dev'), fault).to.deep.include(unanswered(reason));
    }
    await server.close();
    const gone = createValidatingResolver(server.address);
    expect(await gone.mx('acme.dev')).to.deep.include(unanswered('unreachable'));
    server = undefined;
  });

  it('may be many at once', async () => {
    server = await createDnsServer();
    server.publish('acme.dev', { type: 'MX', value: 'mx.acme.dev', priority: 10 });
    const resolver = createValidatingResolver(server.address, 20_000);
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => resolver.mx('acme.dev')));
    const values = [{ exchange: 'mx.acme.dev', priority: 10 }];
    for (const { answer } of answers) expect(answer).to.deep.equal({ kind: 'found', values });
  });

  it('never throws, whatever octets it has', () => {
    const random = createRandom(82);
    const types: SecureType[] = ['A', 'AAAA', 'MX', 'TLSA'];
    for (let count = 0; count < 10_000; count += 1) {
      const type = types[count % types.length] ?? 'A';
      const query = writeQuery(type, NAME);
      const message = reply(query, {
        answers: [...aliases(count % 4), { name: NAME, type: 'TLSA', data: TLSA }],
      });
      for (let changes = Math.floor(random() * 6); changes > 0; changes -= 1)
        message.writeUInt8(Math.floor(random() * 256), Math.floor(random() * message.length));
      const cut = random() < 0.3 ? message.subarray(0, Math.floor(random() * message.length)) : message;
      const odd = random() < 0.1 ? randomBytes(count % 200) : cut;
      if (isReplyTo(query, odd)) isTruncated(odd);
      expect(readReply(type, NAME, odd).reply.kind).to.be.oneOf(['found', 'absent', 'unanswered']);
    }
  });
});

/** A chain that begins at the asked name. */
function aliases(count: number): Answer[] {
  const nameOf = (index: number) => (index === 0 ? NAME : `a${index - 1}.acme.dev`);
  return Array.from({ length: count }, (_, index) => ({
    name: nameOf(index),
    type: 'CNAME' as const,
    data: nameOf(index + 1),
  }));
}
