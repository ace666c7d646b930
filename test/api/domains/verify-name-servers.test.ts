// Verification at the domain's own name servers (docs/reference/domain-verification.md#whom-posthorn-asks).
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import type { DnsFault } from '../../support/net/dns-server.ts';
import { useOwnNameServers } from './support/own-name-servers.ts';
import { publishRecords } from './support/publish-records.ts';
import { type AddedDomain, useVerification } from './support/use-verification.ts';

const NAME = 'own-servers.dev';
/** Short, because silence is waited for. */
const TIMEOUT_MS = 100;

describe('The name servers that verify a domain', () => {
  const own = useOwnNameServers(NAME, '127.0.71', TIMEOUT_MS);
  const { servers } = own;
  const verification = useVerification({ dns: own.dns });
  const { app } = verification;
  let domain: AddedDomain;
  beforeEach(async () => {
    domain = await verification.addDomain({ name: NAME });
  });
  afterEach(async () => {
    for (const { name } of await domain.records()) for (const server of servers) server.withdraw(name);
    await domain.api.delete(`/domains/${domain.id}`).expect(200);
  });

  it('Asks the own name servers of a domain, and takes a record as there when all that answer have it; until then it says how many have it.', async () => {
    // The memory of the resolver does not count.
    await domain.publish();
    await domain.verify();
    await domain.nextCheck();
    expect((await domain.records())[0]?.detail).to.equal(
      `There is no DKIM record at ph1._domainkey.${NAME}.`,
    );
    const records = await domain.records();
    for (const server of servers.slice(0, 2)) publishRecords(server, records);
    await domain.nextCheck();
    expect(await domain.status()).to.equal('pending');
    expect((await domain.records())[0]?.detail).to.match(/^2 of 3 name servers have the record\./);
    servers[2]?.fail('SERVFAIL');
    await domain.nextCheck();
    expect(await domain.status()).to.equal('verified');
    servers[2]?.heal();
    publishRecords(servers[2], records);
    await domain.nextCheck();
    expect((await domain.records())[0]).to.include({ status: 'verified', detail: null });
  });

  it('Unverifies no domain in 100 rounds in which its name servers and the resolver fail in every way.', async () => {
    const { id } = domain;
    for (const server of servers) publishRecords(server, await domain.records());
    await domain.verify();
    await domain.nextCheck();
    const statesOf = async () =>
      (
        await app.pool.query(
          'SELECT status, records FROM domains JOIN domain_checks USING (id) WHERE id = $1',
          [id],
        )
      ).rows;
    const before = await statesOf();
    expect(before[0].status).to.equal('verified');
    const faults: DnsFault[] = ['SERVFAIL', 'silence', 'REFUSED', 'garbage', 'FORMERR'];
    for (let round = 0; round < 100; round += 1) {
      const fault = faults[round % faults.length] ?? 'silence';
      for (const server of [verification.dns(), ...servers]) server.fail(fault);
      app.clock.advance(HOUR_MS);
      expect(await verification.checkDue()).to.deep.equal([id]);
      expect(await statesOf()).to.deep.equal(before);
    }
    for (const server of [verification.dns(), ...servers]) server.heal();
  });
});
