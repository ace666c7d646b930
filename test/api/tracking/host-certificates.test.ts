// The CAA record of the host of tracked links (docs/reference/tracking.md#hosts).
import { expect } from 'chai';
import { type AddedDomain, useVerification } from '../domains/support/use-verification.ts';

describe('The certificate of a host of tracked links', () => {
  const verification = useVerification();
  const { app, addVerified } = verification;
  const WANTED = '0 issue "ca.posthorn.dev"';
  const TRACKED = { tracking_subdomain: 'links' };
  /** Publishes CAA records in place of those of the name, and checks the domain. */
  const list = async (domain: AddedDomain, name: string, ...values: string[]) => {
    const dns = verification.dns();
    dns.withdraw(name, 'CAA');
    for (const value of values) dns.publish(name, { type: 'CAA', value });
    await domain.verify();
    await verification.checkDue();
    return (await domain.records()).find(({ record }) => record === 'TrackingCAA');
  };

  it('Asks for a CAA record where the domain, or one above it, restricts by CAA records who issues certificates, and for none elsewhere.', async () => {
    const domain = await addVerified(TRACKED);
    const { name } = domain;
    const parent = name.slice(name.indexOf('.') + 1);
    expect(await list(domain, name)).to.equal(undefined);
    expect(await list(domain, name, '0 iodef "mailto:ana@acme.dev"', '0 issuewild ";"')).to.equal(undefined);
    expect(await list(domain, name, '0 issue "other.dev"', '0 issue "one.dev; x=y"')).to.deep.include({
      name,
      type: 'CAA',
      value: WANTED,
      status: 'pending',
      required: false,
      problem: 'different',
      found: ['0 issue "other.dev"', '0 issue "one.dev; x=y"'],
      detail: `The CAA records at ${name} do not allow a certificate for the host of tracked links. Add the expected record, and keep the others.`,
    });
    expect(await domain.status()).to.equal('verified');
    const csv = await domain.api.get(`/domains/${domain.id}/records-csv`);
    expect(csv.body.csv).to.include('CAA,"0 issue ""ca.posthorn.dev"""');
    // The nearest list decides.
    verification.dns().publish(parent, { type: 'CAA', value: WANTED });
    expect(await list(domain, name, '0 issue ";"')).to.include({ name, status: 'pending' });
    expect(await list(domain, name)).to.include({ name: parent, status: 'verified' });
    const untracked = await addVerified();
    expect(await list(untracked, untracked.name, '0 issue ";"')).to.equal(undefined);
  });

  it('Counts CAA records as good that allow the authority, whatever others they allow and with parameters, and no longer shows the record when they are gone.', async () => {
    const domain = await addVerified(TRACKED);
    const { name } = domain;
    const good = ['0 issue "other.dev"', '0 issue "CA.posthorn.dev; validationmethods=http-01"'];
    for (const values of [[WANTED], good, ['128 issue "ca.posthorn.dev"']])
      expect(await list(domain, name, ...values), values.join()).to.include({
        status: 'verified',
        detail: null,
      });
    // While DNS does not answer, it stays.
    verification.dns().fail('SERVFAIL');
    expect(await list(domain, name)).to.include({ status: 'verified' });
    verification.dns().heal();
    expect(await list(domain, name)).to.equal(undefined);
    expect(await list(domain, name, '0 issue "other.dev"')).to.include({ status: 'pending' });
    await app.as(domain.token).patch(`/domains/${domain.id}`).send({ tracking_subdomain: null }).expect(200);
    expect((await domain.records()).map(({ record }) => record)).not.to.include('TrackingCAA');
  });
});
