// Bounds of the questions in flight, and the rest of a silent server.
import { expect } from 'chai';
import { type DnsReply, TIMED_OUT } from '../../../../../shared/platform/net/dns/question.ts';
import { createQuestionLimit } from '../../../../../shared/platform/net/dns/question-limit.ts';

const ABSENT: DnsReply<never> = { kind: 'absent', nameExists: false };

describe('The limit of DNS questions', () => {
  /** Questions that run, in the order in which they have begun; each ends with the reply that the test gives it. */
  const create = (atATime: number, nowMs = () => 0, slowAfterMs = 60_000) => {
    const limit = createQuestionLimit({ atATime, nowMs, slowAfterMs });
    const running: { address: string; end: (reply: DnsReply<never>) => void }[] = [];
    const ask = (address: string, { atATime: perServer = 2, rests = true } = {}) =>
      limit.run<never>({ address, atATime: perServer, rests }, () => {
        return new Promise((end) => running.push({ address, end }));
      });
    const end = async (address: string, reply: DnsReply<never> = ABSENT) => {
      await new Promise(setImmediate);
      const index = running.findIndex((question) => question.address === address);
      const [question] = running.splice(index, 1);
      question?.end(reply);
      await new Promise(setImmediate);
    };
    return { ask, end, limit, addresses: () => running.map(({ address }) => address) };
  };

  it('lets only so many run, in total and per server, in their order', async () => {
    const { ask, end, addresses } = create(3);
    const asked = ['a', 'a', 'a', 'b', 'b', 'c'].map((address) => ask(address));
    await new Promise(setImmediate);
    expect(addresses()).to.deep.equal(['a', 'a', 'b']);
    await end('b');
    expect(addresses()).to.deep.equal(['a', 'a', 'b']);
    await end('a');
    expect(addresses()).to.deep.equal(['a', 'b', 'a']);
    for (const address of ['a', 'b', 'a']) await end(address);
    expect(addresses()).to.deep.equal(['c']);
    await end('c');
    expect(await Promise.all(asked)).to.deep.equal(asked.map(() => ABSENT));
  });

  it('does not let a server with many waiting questions hold the places of others', async () => {
    const { ask, end, addresses } = create(3);
    const silent = Array.from({ length: 500 }, () => ask('silent'));
    const other = Array.from({ length: 100 }, () => ask('other'));
    await new Promise(setImmediate);
    for (const _ of other) await end('other');
    expect(await Promise.all(other)).to.have.length(100);
    expect(addresses()).to.deep.equal(['silent', 'silent']);
    // After three timeouts the others of the silent server end at once.
    for (let count = 0; count < 4; count += 1) await end('silent', TIMED_OUT);
    expect(await Promise.all(silent)).to.deep.equal(silent.map(() => TIMED_OUT));
  });

  it('lets a server rest for 30 s after three timeouts in a row; then one question probes it', async () => {
    let now = 0;
    const { ask, end, addresses, limit } = create(10, () => now);
    const timeOut = async () => {
      void ask('a');
      await end('a', TIMED_OUT);
    };
    for (let count = 0; count < 3; count += 1) await timeOut();
    expect(limit.isResting('a')).to.equal(true);
    now += 29_999;
    expect(await ask('a')).to.equal(TIMED_OUT);
    now += 1;
    const probe = ask('a');
    expect(await ask('a')).to.equal(TIMED_OUT);
    expect(addresses()).to.deep.equal(['a']);
    await end('a', TIMED_OUT);
    expect(await probe).to.equal(TIMED_OUT);
    now += 29_999;
    expect(await ask('a')).to.equal(TIMED_OUT);
    now += 1;
    void ask('a');
    await end('a', ABSENT);
    expect(limit.isResting('a')).to.equal(false);
    void ask('a');
    await new Promise(setImmediate);
    expect(addresses()).to.deep.equal(['a']);
  });

  it('counts timeouts in a row only: any answer between them, also an error, ends the row', async () => {
    const { ask, end, limit } = create(10);
    for (const reply of [TIMED_OUT, TIMED_OUT, { kind: 'unanswered', reason: 'servfail' } as const]) {
      void ask('a');
      await end('a', reply);
    }
    for (let count = 0; count < 2; count += 1) {
      void ask('a');
      await end('a', TIMED_OUT);
    }
    expect(limit.isResting('a')).to.equal(false);
  });

  it('asks a resolver even while it rests', async () => {
    const { ask, end, limit, addresses } = create(10);
    for (let count = 0; count < 3; count += 1) {
      void ask('a', { rests: false });
      await end('a', TIMED_OUT);
    }
    expect(limit.isResting('a')).to.equal(true);
    void ask('a', { rests: false });
    await new Promise(setImmediate);
    expect(addresses()).to.deep.equal(['a']);
  });

  it('lets a question that is slow make room for another one, but not for more at a name server', async () => {
    const { limit } = create(2, () => 0, 1);
    const silent = { address: 'silent', atATime: 1, rests: true };
    const resolver = { address: 'resolver', atATime: 2, rests: false };
    let isSecondAsked = false;
    const ends: ((reply: DnsReply<never>) => void)[] = [];
    const wait = () => new Promise<DnsReply<never>>((end) => ends.push(end));
    const slow = [limit.run(silent, wait), limit.run(resolver, wait), limit.run(resolver, wait)];
    const second = limit.run(silent, () => {
      isSecondAsked = true;
      return Promise.resolve(ABSENT);
    });
    // Three slow questions hold none of the two places.
    for (let count = 0; count < 3; count += 1)
      expect(await limit.run(resolver, () => Promise.resolve(ABSENT))).to.equal(ABSENT);
    expect([ends.length, isSecondAsked]).to.deep.equal([3, false]);
    for (const end of ends) end(ABSENT);
    expect(await Promise.all([...slow, second])).to.deep.equal([ABSENT, ABSENT, ABSENT, ABSENT]);
    expect(isSecondAsked).to.equal(true);
  });
});
