// Aliases (CNAME) under the names of a domain: followed, in loops, to names without records.
import { expect } from 'chai';
import { byServer, useNameServers } from './support/use-name-servers.ts';

const NAME = 'send.acme.dev';
const SPF = 'v=spf1 a:posthorn.dev ~all';
const TXT = { type: 'TXT', value: SPF } as const;
const ABSENT = { kind: 'absent' };
const FOUND = { kind: 'found', values: [SPF] };
const SERVFAIL = { kind: 'unanswered', reason: 'servfail' };

describe('An alias (CNAME) at a name server of a domain', () => {
  const servers = useNameServers();
  const ask = async (name = NAME) => byServer(await servers.create().about('acme.dev').txt(name));
  const alias = (name: string, value: string) => servers.own[0].publish(name, { type: 'CNAME', value });
  beforeEach(() => servers.delegate('acme.dev', [servers.own[0]]));

  it('is followed, and the resolver is asked about the target', async () => {
    alias(NAME, 'spf.provider.dev');
    servers.resolver.publish('spf.provider.dev', TXT);
    expect(await ask()).to.deep.equal({ ns1: FOUND });
  });

  it('is followed over several targets, also by a resolver that does not follow it', async () => {
    alias(NAME, 't1.provider.dev');
    for (let hop = 1; hop < 8; hop += 1) {
      servers.resolver.publish(`t${hop}.provider.dev`, { type: 'CNAME', value: `t${hop + 1}.provider.dev` });
    }
    servers.resolver.publish('t8.provider.dev', TXT);
    expect(await ask()).to.deep.equal({ ns1: FOUND });
  });

  for (const length of [1, 2, 8, 20]) {
    it(`in a loop of ${length} is an absent record`, async () => {
      alias(NAME, length === 1 ? NAME : 'loop1.dev');
      for (let hop = 1; hop <= length; hop += 1) {
        const value = hop === length ? 'loop1.dev' : `loop${hop + 1}.dev`;
        servers.resolver.publish(`loop${hop}.dev`, { type: 'CNAME', value });
      }
      expect(await ask()).to.deep.equal({ ns1: ABSENT });
    });
  }

  it('to a name that does not exist is an absent record', async () => {
    alias(NAME, 'absent.dev');
    expect(await ask()).to.deep.equal({ ns1: ABSENT });
  });

  it('to a name about which the resolver has no answer is no answer', async () => {
    alias(NAME, 'broken.dev');
    servers.resolver.fail('SERVFAIL', 'broken.dev');
    servers.resolver.fail('SERVFAIL', NAME);
    expect(await ask()).to.deep.equal({ resolver: SERVFAIL });
  });

  it('is the answer to a question about the CNAME, and is not followed', async () => {
    alias('links.acme.dev', 'links.posthorn.dev');
    const answers = await servers.create().about('acme.dev').cname('links.acme.dev');
    expect(byServer(answers)).to.deep.equal({ ns1: { kind: 'found', values: ['links.posthorn.dev'] } });
  });
});
