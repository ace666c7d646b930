// The proof of a claim at the name servers of its domain (docs/reference/domain-claims.md#what-becomes-of-a-claim).
import { expect } from 'chai';
import { createDns } from '../../../shared/platform/net/dns/dns.ts';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { createDnsServer, type DnsServer } from '../../support/dns-server.ts';
import { createAccount, createDomain } from '../../support/factories.ts';
import { useClaims } from './support/use-claims.ts';

const NAME = 'three-servers.dev';
const HOSTS = ['127.0.0.61', '127.0.0.62', '127.0.0.63'];

describe('The proof of a claim', function () {
  this.timeout(30_000);
  const servers: DnsServer[] = [];
  after(() => Promise.all(servers.map((server) => server.close())));
  before(async () => {
    let port = 0;
    for (const host of HOSTS) {
      const server = await createDnsServer({ host, port });
      server.zone(NAME, HOSTS.map(nameOf));
      port = server.port;
      servers.push(server);
    }
  });
  const claims = useClaims({
    dns: (resolver) => {
      for (const [index, host] of HOSTS.entries()) {
        resolver.set(nameOf(host, index), [host]);
        resolver.publish(NAME, { type: 'NS', value: nameOf(host, index) });
      }
      const nameServerPort = servers[0]?.port ?? 0;
      return createDns({ servers: [], resolver: [resolver.address], reach: 'loopback', nameServerPort });
    },
  });
  const publishAt = (proof: string, ...at: number[]) => {
    for (const server of servers) server.withdraw(NAME, 'TXT');
    for (const index of at) servers[index]?.publish(NAME, { type: 'TXT', value: proof });
  };

  it('Takes a record that only some of the name servers have neither for the proof nor for its absence.', async () => {
    await createDomain(claims.app.pool, (await createAccount(claims.app.pool)).id, { name: NAME });
    const claim = await claims.claim(NAME);
    for (const at of [[], [0], [0, 2]]) {
      publishAt(claim.proof, ...at);
      await claim.check();
      expect(await claim.state(), `at ${at}`).to.equal('pending');
    }
    publishAt(claim.proof, 0, 1, 2);
    await claim.check();
    expect(await claim.state()).to.equal('blocked grace_period');
    publishAt(claim.proof, 1);
    claims.app.clock.advance(73 * HOUR_MS);
    await claim.check();
    expect(await claim.state()).to.equal('blocked grace_period');
    // A server that does not answer says nothing.
    servers[1]?.fail('SERVFAIL');
    publishAt(claim.proof, 0, 2);
    await claim.check();
    expect(await claim.state()).to.equal('completed');
  });
});

function nameOf(_host: string, index: number): string {
  return `ns${index + 1}.hoster.dev`;
}
