// The TLS of direct delivery that the domain of the recipient demands, by MTA-STS and DANE, with servers that meet it or not.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { MtaStsPolicy } from '../../../../shared/mail/mta-sts/policy.ts';
import type { TlsaRecord } from '../../../../shared/platform/net/dns/validating/message.ts';
import { type IssuedCertificate, issueCertificate } from '../../../support/net/certificates.ts';
import { EXPIRED, HOST, TO, useTlsHosts } from './support/use-tls-hosts.ts';

const policy = (mode: MtaStsPolicy['mode'], ...mx: string[]): MtaStsPolicy => ({ mode, mx, maxAgeS: 86_400 });

describe('TLS of direct delivery that is demanded', () => {
  const { bench, issue, withTls, accepted, expectNothingSent } = useTlsHosts();

  describe('by an MTA-STS policy', () => {
    it('must be verified where the policy is enforced', async () => {
      bench.policies.set('acme.test', policy('enforce', '*.acme.test'));
      await withTls();
      const tls = { version: 'TLSv1.3', verified: true, policy: 'mta_sts' };
      expect(await bench.send(TO)).to.deep.include(accepted(tls));
    });

    for (const [title, make] of [
      ['an expired certificate', () => issue(HOST, EXPIRED)],
      ['a certificate for another name', () => issue('other.test')],
      ['a certificate of an unknown authority', () => issueCertificate(HOST)],
    ] as [string, () => Promise<IssuedCertificate>][]) {
      it(`keeps the mail from a host with ${title}, and goes on with the next one`, async () => {
        bench.policies.set('acme.test', policy('enforce', '*.acme.test'));
        const bad = await withTls({ certificate: await make() });
        const delivery = await bench.send(TO);
        expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'tls', server: HOST });
        await withTls({ certificate: await issue('b.acme.test') }, 3, 'b.acme.test');
        expect(await bench.send(TO)).to.deep.include({ kind: 'accepted', server: 'b.acme.test' });
        expectNothingSent(bad);
      });
    }

    it('keeps the mail from a host that it does not list, and from a server without TLS', async () => {
      bench.policies.set('acme.test', policy('enforce', 'b.acme.test'));
      const unlisted = await withTls();
      const delivery = await bench.send(TO);
      expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'tls', server: HOST });
      expect(delivery).to.have.property('reason').that.includes(`does not list ${HOST}`);
      expect(unlisted.connections().total).to.equal(0);
      const clear = await bench.host('b.acme.test', 3);
      bench.mx('acme.test', '20 b.acme.test');
      expect(await bench.send(TO)).to.deep.include({ kind: 'unreachable', stage: 'tls' });
      expectNothingSent(clear);
    });

    it('is counted, and nothing else, while the policy is tested', async () => {
      let misses = 0;
      const onTestedMiss = () => {
        misses += 1;
      };
      bench.policies.set('acme.test', policy('testing', 'b.acme.test'));
      await withTls();
      const transport = bench.direct({ onTestedMiss });
      expect(await bench.send(TO, {}, transport))
        .to.have.property('tls')
        .that.includes({ policy: 'opportunistic' });
      expect(misses).to.equal(1);
    });

    it('does not stop mail of another domain to the same host', async () => {
      const sink = await withTls({ certificate: await issue('other.test') });
      bench.mx('free.test', `10 ${HOST}`);
      bench.policies.set('acme.test', policy('enforce', HOST));
      const transport = bench.direct();
      for (let round = 0; round < 2; round += 1) {
        expect((await bench.send(TO, {}, transport)).kind).to.equal('unreachable');
        expect((await bench.send('bo@free.test', {}, transport)).kind).to.equal('accepted');
      }
      expect(sink.count()).to.equal(2);
    });
  });

  describe('by DANE', () => {
    const digest = ({ x509 }: IssuedCertificate, usage: number): TlsaRecord => {
      const octets = x509.publicKey.export({ type: 'spki', format: 'der' });
      return { usage, selector: 1, matchingType: 1, data: createHash('sha256').update(octets).digest() };
    };
    const demand = (...records: TlsaRecord[]) =>
      bench.dane.set(HOST, { kind: 'usable', records, baseDomain: HOST });

    it('must have the certificate of the records, whatever else is wrong with it', async () => {
      const own = await issueCertificate('other.test', EXPIRED);
      await withTls({ certificate: own });
      demand(digest(own, 3));
      const tls = { version: 'TLSv1.3', verified: true, policy: 'dane' };
      expect(await bench.send(TO)).to.deep.include(accepted(tls));
    });

    it('must come from the authority of the records, for a name of the host or the domain', async () => {
      const authority = await issueCertificate('Of the domain', { isAuthority: true });
      demand(digest(authority, 2));
      const issued = await issueCertificate('acme.test', { issuer: authority });
      await withTls({ certificate: { ...issued, cert: `${issued.cert}\n${authority.cert}` } });
      expect((await bench.send(TO)).kind).to.equal('accepted');
    });

    for (const usage of [2, 3]) {
      it(`keeps the mail from another certificate (usage ${usage}), although MTA-STS would take it`, async () => {
        const sink = await withTls();
        bench.policies.set('acme.test', policy('enforce', HOST));
        demand(digest(await issue(HOST), usage));
        const delivery = await bench.send(TO);
        expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'tls', server: HOST });
        expect(delivery).to.have.property('reason').that.includes('(DANE)');
        expectNothingSent(sink);
      });
    }

    it('must be, with any certificate, where its records are unusable', async () => {
      bench.dane.set(HOST, { kind: 'unusable' });
      await withTls({ certificate: await issue('other.test') });
      expect(await bench.send(TO))
        .to.have.property('tls')
        .that.includes({ policy: 'dane', verified: false });
    });

    it('leaves out a host whose records could not be looked up', async () => {
      bench.dane.set(HOST, { kind: 'unanswered', reason: 'servfail' });
      const sink = await withTls();
      expect(await bench.send(TO)).to.deep.include({ kind: 'unreachable', stage: 'tls', server: HOST });
      expect(sink.connections().total).to.equal(0);
    });
  });
});
