// The proof of a claim at the name servers of its domain (docs/reference/domain-claims.md#what-becomes-of-a-claim).
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { useOwnNameServers } from './support/own-name-servers.ts';
import { useClaims } from './support/use-claims.ts';

const NAME = 'three-servers.dev';

describe('The proof of a claim', () => {
  const own = useOwnNameServers(NAME, '127.0.61');
  const { servers } = own;
  const claims = useClaims({ dns: own.dns });
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
