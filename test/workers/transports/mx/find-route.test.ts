// What a process keeps of routes, with the answers of DNS as the test gives them.
import { expect } from 'chai';
import type { ResolvedAddress } from '../../../../shared/platform/net/dns/answer.ts';
import { createRouteFinder, type RouteDns } from '../../../../workers/transports/mx/find-route.ts';

const ADDRESS: ResolvedAddress = { address: '192.0.2.1', family: 4 };
const found = <Value>(...values: Value[]) => Promise.resolve({ kind: 'found' as const, values });

describe('A route', () => {
  let nowMs = 0;
  let asked: string[] = [];
  beforeEach(() => {
    nowMs = 0;
    asked = [];
  });
  const finder = (dns: Partial<RouteDns> = {}) =>
    createRouteFinder({
      dns: {
        async mx(domain) {
          asked.push(domain);
          return { answer: await found({ exchange: 'mx.acme.test', priority: 10 }), isSecure: true };
        },
        addresses: () => found(ADDRESS),
        dane: () => Promise.resolve({ kind: 'none' }),
        ...dns,
      },
      ownHost: 'mail.posthorn.test',
      isReceivedHere: () => Promise.resolve(false),
      random: () => 0,
      nowMs: () => nowMs,
      unknownCachedMs: 30_000,
    });
  const hostOf = async (find: ReturnType<typeof finder>) => {
    const route = await find('acme.test');
    return route.kind === 'hosts' ? await route.hosts[0]?.find() : expect.fail('There is no host.');
  };

  it('is kept for five minutes, and mails that leave together share one question', async () => {
    const find = finder();
    await Promise.all([find('acme.test'), find('acme.test'), find('other.test')]);
    expect(asked).to.deep.equal(['acme.test', 'other.test']);
    nowMs = 299_999;
    await find('acme.test');
    expect(asked).to.have.length(2);
    nowMs = 300_001;
    await find('acme.test');
    expect(asked).to.have.length(3);
  });

  it('is not kept where there is none, and for half a minute where DNS has not answered', async () => {
    const answers = (kind: 'absent' | 'unanswered') => (domain: string) => {
      asked.push(domain);
      return Promise.resolve({ answer: { kind, reason: 'timeout' }, isSecure: false } as const);
    };
    const none = finder({ mx: answers('absent'), addresses: () => Promise.resolve({ kind: 'absent' }) });
    await none('acme.test');
    await none('acme.test');
    expect(asked).to.have.length(2);
    const silent = finder({ mx: answers('unanswered') });
    for (const at of [0, 29_999, 30_001]) {
      nowMs = at;
      await silent('acme.test');
    }
    expect(asked).to.have.length(4);
  });

  it('asks again for what could not be looked up of a host', async () => {
    let questions = 0;
    const find = finder({
      dane() {
        questions += 1;
        return Promise.resolve(
          questions === 1 ? { kind: 'unanswered', reason: 'timeout' } : { kind: 'none' },
        );
      },
    });
    expect(await hostOf(find))
      .to.have.property('dane')
      .that.includes({ kind: 'unanswered' });
    expect(await hostOf(find))
      .to.have.property('dane')
      .that.includes({ kind: 'none' });
    await hostOf(find);
    expect(questions).to.equal(2);
  });

  it('keeps a few addresses of a host that names thousands', async () => {
    const many = Array.from(
      { length: 4_000 },
      (_, at): ResolvedAddress => ({ ...ADDRESS, address: `192.0.2.${at % 256}` }),
    );
    const host = await hostOf(
      finder({ addresses: () => found(...many, { address: '2001:db8::1', family: 6 }) }),
    );
    expect(host).to.have.property('addresses').that.has.length(17);
  });
});
