// Questions about a domain: its own name servers are found and asked, each answers for itself, and the resolver answers
// when none of them does.
import { expect } from 'chai';
import { byServer, useNameServers } from './support/use-name-servers.ts';

const NAME = 'send.acme.dev';
const SPF = 'v=spf1 a:posthorn.dev ~all';
const TXT = { type: 'TXT', value: SPF } as const;
const ABSENT = { kind: 'absent' };
const FOUND = { kind: 'found', values: [SPF] };
const unanswered = (reason: string) => ({ kind: 'unanswered', reason });
const questionsOf = (questions: string[], name: string) =>
  questions.filter((each) => each.endsWith(` ${name}`));

describe('Questions about a domain', () => {
  const servers = useNameServers();
  const ask = async (name = NAME, domain = 'acme.dev', options = {}) =>
    byServer(await servers.create(options).about(domain).txt(name));

  it('are answered by each of its own name servers', async () => {
    const [first, second] = servers.own;
    servers.delegate('acme.dev');
    first.publish(NAME, TXT);
    second.publish(NAME, TXT);
    expect(await ask()).to.deep.equal({ ns1: FOUND, ns2: FOUND, ns3: ABSENT });
    expect(questionsOf(servers.resolver.questions, NAME)).to.deep.equal([]);
  });

  it('are of type TXT, MX and CNAME', async () => {
    servers.delegate('acme.dev', [servers.own[0]]);
    servers.own[0].publish(NAME, { type: 'MX', value: 'Posthorn.dev', priority: 10 });
    servers.own[0].publish('links.acme.dev', { type: 'CNAME', value: 'posthorn.dev' });
    const about = servers.create().about('acme.dev');
    const mx = await about.mx(NAME);
    const cname = await about.cname('links.acme.dev');
    expect(byServer(mx)).to.deep.equal({
      ns1: { kind: 'found', values: [{ exchange: 'posthorn.dev', priority: 10 }] },
    });
    expect(byServer(cname)).to.deep.equal({ ns1: { kind: 'found', values: ['posthorn.dev'] } });
  });

  it('see a record that the resolver has kept as absent, or with another value', async () => {
    servers.delegate('acme.dev');
    servers.resolver.publish(NAME, { type: 'TXT', value: 'v=spf1 -all' });
    for (const server of servers.own) server.publish(NAME, TXT);
    expect(await ask()).to.deep.equal({ ns1: FOUND, ns2: FOUND, ns3: FOUND });
  });

  it('go to the zone above a subdomain without name servers of its own', async () => {
    servers.delegate('acme.co.uk', [servers.own[0]]);
    servers.own[0].publish('send.mail.acme.co.uk', TXT);
    expect(await ask('send.mail.acme.co.uk', 'mail.acme.co.uk')).to.deep.equal({ ns1: FOUND });
    expect(servers.resolver.questions).to.include.members(['NS mail.acme.co.uk', 'NS acme.co.uk']);
  });

  it('never go to the name servers of a public suffix', async () => {
    servers.delegate('co.uk', [servers.own[0]]);
    servers.resolver.publish('send.acme.co.uk', TXT);
    expect(await ask('send.acme.co.uk', 'acme.co.uk')).to.deep.equal({ resolver: FOUND });
    expect(servers.own[0].questions).to.deep.equal([]);
  });

  it('go to the zone of a subdomain that is delegated', async () => {
    const [parent, child] = servers.own;
    servers.delegate('acme.dev', [parent]);
    servers.delegate('mail.acme.dev', [child]);
    child.publish('send.mail.acme.dev', TXT);
    expect(await ask('send.mail.acme.dev', 'mail.acme.dev')).to.deep.equal({ ns2: FOUND });
    expect(parent.questions).to.deep.equal([]);
  });

  it('do not take the name servers of an alias for those of the domain', async () => {
    servers.delegate('acme.dev', [servers.own[0]]);
    // A resolver follows the alias, and answers with the name servers of its target.
    servers.resolver.publish('shop.acme.dev', { type: 'CNAME', value: 'shops.dev' });
    servers.resolver.publish('shops.dev', { type: 'NS', value: 'ns2.host.dev' });
    servers.resolver.set('ns2.host.dev', ['127.0.0.3']);
    servers.own[0].publish('send.shop.acme.dev', TXT);
    expect(await ask('send.shop.acme.dev', 'shop.acme.dev')).to.deep.equal({ ns1: FOUND });
    expect(servers.own[1].questions).to.deep.equal([]);
  });

  it('go to the servers to which a name is delegated', async () => {
    const [parent, child] = servers.own;
    servers.delegate('acme.dev', [parent]);
    servers.delegate('_domainkey.acme.dev', [child]);
    parent.publish('_domainkey.acme.dev', { type: 'NS', value: 'ns2.host.dev' });
    child.publish('ph1._domainkey.acme.dev', TXT);
    expect(await ask('ph1._domainkey.acme.dev')).to.deep.equal({ ns2: FOUND });
  });

  it('go to up to three name servers', async () => {
    servers.delegate('acme.dev');
    for (let number = 4; number <= 50; number += 1) {
      servers.resolver.publish('acme.dev', { type: 'NS', value: `ns${number}.host.dev` });
    }
    expect(Object.keys(await ask())).to.have.length(3);
    expect(servers.resolver.questions.filter((each) => each.startsWith('A '))).to.have.length(3);
  });

  it('go once to an address that two name servers have', async () => {
    servers.delegate('acme.dev', [servers.own[0]]);
    servers.resolver.publish('acme.dev', { type: 'NS', value: 'ns9.host.dev' });
    servers.resolver.set('ns9.host.dev', ['127.0.0.2']);
    expect(Object.keys(await ask())).to.deep.equal(['ns1']);
  });

  it('go to the resolver where the domain has no name servers', async () => {
    servers.resolver.publish(NAME, TXT);
    expect(await ask()).to.deep.equal({ resolver: FOUND });
    expect(await ask('localhost', 'localhost')).to.deep.equal({ resolver: ABSENT });
  });

  it('go to the resolver for a name that is not below the zone', async () => {
    servers.delegate('acme.dev');
    servers.resolver.publish('other.dev', TXT);
    expect(await ask('other.dev')).to.deep.equal({ resolver: FOUND });
  });

  it('keep the addresses of name servers for five minutes, and nothing else', async () => {
    const dns = servers.create();
    servers.delegate('acme.dev', [servers.own[0]]);
    servers.own[0].publish(NAME, { type: 'TXT', value: 'first', ttl: 3_600 });
    const values = async () => byServer(await dns.about('acme.dev').txt(NAME));
    expect(await values()).to.deep.equal({ ns1: { kind: 'found', values: ['first'] } });
    servers.own[0].withdraw(NAME);
    servers.own[0].publish(NAME, { type: 'TXT', value: 'second', ttl: 3_600 });
    servers.pass(5 * 60_000 - 1);
    expect(await values()).to.deep.equal({ ns1: { kind: 'found', values: ['second'] } });
    const count = (question: string) => servers.resolver.questions.filter((each) => each === question).length;
    expect([count('NS acme.dev'), count('A ns1.host.dev')]).to.deep.equal([2, 1]);
    servers.pass(1);
    await values();
    expect([count('NS acme.dev'), count('A ns1.host.dev')]).to.deep.equal([3, 2]);
  });

  it('all go to DNS_SERVERS where they are set', async () => {
    servers.delegate('acme.dev');
    servers.own[0].publish(NAME, TXT);
    expect(await ask(NAME, 'acme.dev', { servers: [servers.resolver.address] })).to.deep.equal({
      resolver: ABSENT,
    });
    expect(servers.resolver.questions).to.deep.equal([`TXT ${NAME}`]);
  });
});

describe('A name server of a domain', () => {
  const servers = useNameServers();
  const ask = async (name = NAME, options = {}) =>
    byServer(await servers.create(options).about('acme.dev').txt(name));

  for (const [fault, reason] of [
    ['silence', 'timeout'],
    ['SERVFAIL', 'servfail'],
    ['REFUSED', 'refused'],
    ['byte-by-byte', 'timeout'],
  ] as const) {
    it(`that fails (${fault}) does not answer, and the others do`, async () => {
      servers.delegate('acme.dev');
      servers.own[0].fail(fault);
      servers.own[1].publish(NAME, TXT);
      expect(await ask()).to.deep.equal({ ns1: unanswered(reason), ns2: FOUND, ns3: ABSENT });
    });
  }

  it('that does not answer is asked nothing more, also by questions at the same time', async () => {
    servers.delegate('acme.dev', [servers.own[0], servers.own[1]]);
    servers.own[0].fail('SERVFAIL');
    const about = servers.create().about('acme.dev');
    await Promise.all([about.txt(NAME), about.mx(NAME), about.txt('_dmarc.acme.dev')]);
    await about.txt('acme.dev');
    expect(servers.own[0].questions).to.deep.equal([`TXT ${NAME}`]);
    expect(servers.own[1].questions).to.have.length.at.least(4);
  });

  it('that is not there is unreachable', async () => {
    servers.delegate('acme.dev', [servers.own[1]]);
    servers.resolver.publish('acme.dev', { type: 'NS', value: 'gone.host.dev' });
    servers.resolver.set('gone.host.dev', ['127.0.0.9']);
    expect(await ask()).to.deep.equal({ gone: unanswered('unreachable'), ns2: ABSENT });
  });

  it('without an address is not asked', async () => {
    servers.delegate('acme.dev', [servers.own[1]]);
    servers.resolver.publish('acme.dev', { type: 'NS', value: 'nowhere.host.dev' });
    expect(await ask()).to.deep.equal({ nowhere: unanswered('unreachable'), ns2: ABSENT });
  });

  for (const fault of ['silence', 'SERVFAIL'] as const) {
    it(`is replaced by the resolver when none answers (${fault})`, async () => {
      servers.delegate('acme.dev');
      servers.resolver.publish(NAME, TXT);
      for (const server of servers.own) server.fail(fault);
      expect(await ask()).to.deep.equal({ resolver: FOUND });
    });
  }

  it('and the resolver may all be silent: then there is no answer', async () => {
    servers.delegate('acme.dev');
    const about = servers.create().about('acme.dev');
    await about.txt(NAME);
    for (const server of [servers.resolver, ...servers.own]) server.fail('silence');
    expect(byServer(await about.txt('_dmarc.acme.dev'))).to.deep.equal({ resolver: unanswered('timeout') });
  });

  for (const address of ['127.0.0.2', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', '0.0.0.0']) {
    it(`at ${address} is never asked in production`, async () => {
      servers.delegate('acme.dev', [servers.own[0]]);
      servers.resolver.set('ns1.host.dev', [address]);
      servers.own[0].publish(NAME, TXT);
      servers.resolver.publish(NAME, { type: 'TXT', value: 'of the resolver' });
      expect(await ask(NAME, { reach: 'public' })).to.deep.equal({
        resolver: { kind: 'found', values: ['of the resolver'] },
      });
      expect(servers.own[0].questions).to.deep.equal([]);
    });
  }

  it('at a private address is forbidden, and one with an allowed address too is asked there', async () => {
    servers.delegate('acme.dev', [servers.own[0], servers.own[1]]);
    servers.resolver.set('ns1.host.dev', ['10.0.0.1', '169.254.169.254']);
    servers.resolver.set('ns2.host.dev', ['10.0.0.1', '127.0.0.3']);
    expect(await ask()).to.deep.equal({ ns1: unanswered('forbidden'), ns2: ABSENT });
  });
});
