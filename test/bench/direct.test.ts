// Direct delivery in the benchmark: the load must spread over all domains, and DNS must lead each of them to its servers,
// or the connections of a few servers would be measured.
import { expect } from 'chai';
import { decode, encode } from 'dns-packet';
import { readQuestion, TYPES, writeRecord, writeResponse } from '../../bench/domains/message.ts';
import { createRequestStencil } from '../../bench/load/http-client.ts';
import { readRecipient } from '../../bench/load/mail.ts';
import { BATCH } from '../../bench/load/shape.ts';
import { createSignedPostfixVariant, SIGNED_POSTFIX } from '../../bench/postfix/variant.ts';
import { createIdentity, createPosthornVariant } from '../../bench/posthorn/variant.ts';
import { direct, listRecords } from '../../bench/scenarios/direct.ts';
import { createSession, type Replies } from '../../bench/sink/session.ts';
import { readTestDkimKey } from '../support/factories/dkim-key.ts';

describe('Direct delivery in the benchmark', () => {
  const records = listRecords();

  /** What the DNS server of the bench says. */
  function ask(type: 'A' | 'MX', name: string) {
    const query = encode({ type: 'query', id: 7, questions: [{ type, name }] });
    const found = records.filter((record) => record.type === type && record.prefix === name);
    const question = readQuestion(query);
    expect(question.type).to.equal(TYPES[type]);
    const { answers = [], rcode } = decode(
      writeResponse(query, question, found.map(writeRecord)),
    ) as ReturnType<typeof decode> & { rcode: string };
    return { rcode, answers: answers.map((answer) => ('data' in answer ? answer.data : undefined)) };
  }

  it('sends each mail of a batch to a domain of its number, in its envelope as in its JSON', () => {
    const shape = { ...BATCH, domains: 1_000 };
    const makeRequest = createRequestStencil({ url: 'http://api.test', headers: {}, shape, htmlBytes: 600 });
    for (const first of [100, 12_345_950]) {
      const mails: { to: string }[] = JSON.parse(makeRequest(first).toString().split('\r\n\r\n')[1] ?? '');
      for (const [index, { to }] of mails.entries())
        expect(readRecipient(to)).to.deep.equal({ number: first + index, index: 0 });
      expect(new Set(mails.map(({ to }) => to.split('@')[1])).size).to.equal(100);
    }
  });

  it('knows no mail that came to the domain of another one', () => {
    expect(readRecipient('u00012042-07@d042-bench.dev')).to.deep.equal({ number: 12_042, index: 7 });
    expect(readRecipient('u00012042-07@d043-bench.dev')).to.equal(undefined);
  });

  it('has two servers for a domain, the better one of which no more than four others share', () => {
    const domains = new Set(records.filter(({ type }) => type === 'MX').map(({ prefix }) => prefix));
    const shared = new Map<string, number>();
    for (const domain of domains) {
      const exchanges = ask('MX', domain).answers as { preference: number; exchange: string }[];
      expect(exchanges.map(({ preference }) => preference)).to.deep.equal([10, 20]);
      const [first = '', second = ''] = exchanges.map(({ exchange }) => exchange);
      expect(ask('A', first).answers).to.have.length(1);
      expect(ask('A', second).answers).not.to.deep.equal(ask('A', first).answers);
      shared.set(first, (shared.get(first) ?? 0) + 1);
    }
    expect([domains.size, shared.size, Math.max(...shared.values())]).to.deep.equal([1_000, 200, 5]);
    expect(ask('A', 'mx.s200-bench.dev')).to.deep.equal({ rcode: 'NXDOMAIN', answers: [] });
  });

  it('compares with a relay and with a Postfix that signs', () => {
    const posthorn = createPosthornVariant('posthorn-postgres', 'postgres', createIdentity());
    const variants = [posthorn, createSignedPostfixVariant(readTestDkimKey())];
    const contenders = direct.contenders({ variants, options: {} as never });
    expect(contenders.map(({ name, dividedBy }) => [name, Object.values(dividedBy)])).to.deep.equal([
      ['posthorn-postgres, relay', []],
      ['posthorn-postgres, direct', ['posthorn-postgres, relay', SIGNED_POSTFIX]],
      [SIGNED_POSTFIX, []],
    ]);
  });

  it('offers STARTTLS at the sink, and nothing after it but the handshake', () => {
    const replies: Replies[] = [];
    const receive = createSession((each) => replies.push(each), true);
    for (const line of ['EHLO x', 'STARTTLS']) receive(Buffer.from(`${line}\r\n`));
    expect(replies[0]?.lines).to.include('250-STARTTLS\r\n');
    expect(replies.map(({ startsTls }) => startsTls)).to.deep.equal([false, true]);
    expect(replies[1]?.lines).to.match(/^220 /);
  });
});
