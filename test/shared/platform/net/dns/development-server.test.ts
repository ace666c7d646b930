// The development server, which `npm start` offers: it is asked before all others.
import { expect } from 'chai';
import { byServer, useNameServers } from './support/use-name-servers.ts';

const NAME = 'send.acme.dev';
const SPF = 'v=spf1 a:posthorn.dev ~all';
const TXT = { type: 'TXT', value: SPF } as const;
const ABSENT = { kind: 'absent' };
const FOUND = { kind: 'found', values: [SPF] };

describe('The development server', () => {
  const servers = useNameServers();
  const create = () => servers.create({ developmentServer: servers.own[2].address });

  it('is the only one that is asked about the domains that it has', async () => {
    servers.delegate('acme.dev', [servers.own[0]]);
    servers.own[2].zone('acme.dev', ['ns.posthorn.dev']);
    servers.own[2].publish(NAME, TXT);
    const dns = create();
    expect(byServer(await dns.about('acme.dev').txt(NAME))).to.deep.equal({ resolver: FOUND });
    expect(byServer(await dns.about('sub.acme.dev').txt('send.sub.acme.dev'))).to.deep.equal({
      resolver: ABSENT,
    });
    expect(await dns.txt(NAME)).to.deep.equal(FOUND);
    expect([...servers.own[0].questions, ...servers.resolver.questions]).to.deep.equal([]);
  });

  it('refuses the others, which then are asked about as without it', async () => {
    servers.delegate('acme.dev', [servers.own[0]]);
    servers.own[0].publish(NAME, TXT);
    servers.resolver.publish('host.dev', TXT);
    servers.own[2].zone('other.dev', ['ns.posthorn.dev']);
    const dns = create();
    expect(byServer(await dns.about('acme.dev').txt(NAME))).to.deep.equal({ ns1: FOUND });
    expect(await dns.txt('host.dev')).to.deep.equal(FOUND);
  });

  it('may not run', async () => {
    servers.resolver.publish('host.dev', TXT);
    const dns = servers.create({ developmentServer: `127.0.0.9:${servers.own[0].port}` });
    expect(await dns.txt('host.dev')).to.deep.equal(FOUND);
    expect(byServer(await dns.about('host.dev').txt('host.dev'))).to.deep.equal({ resolver: FOUND });
  });
});
