// The TLS of direct delivery, with servers whose certificates the test has made: what domains demand, and what servers do.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { MtaStsPolicy } from '../../../../shared/mail/mta-sts/policy.ts';
import { type IssuedCertificate, issueCertificate } from '../../../support/net/certificates.ts';
import type { Fault } from '../../../support/smtp-sink/faults.ts';
import { EXPIRED, HOST, TO, useTlsHosts } from './support/use-tls-hosts.ts';

const policy = (mode: MtaStsPolicy['mode'], ...mx: string[]): MtaStsPolicy => ({ mode, mx, maxAgeS: 86_400 });
const HANDSHAKE_FAULTS: readonly [title: string, fault: Fault][] = [
  ['sends garbage', { stage: 'tls', kind: 'garbage' }],
  ['closes the connection', { stage: 'tls', kind: 'drop', how: 'rst' }],
  ['hangs', { stage: 'tls', kind: 'silence' }],
];

/** As node:tls takes it. */
type TestKey = Pick<IssuedCertificate, 'key' | 'cert'>;

/** Neither Node nor its libraries make keys that are so short. */
async function makeShortKey(): Promise<TestKey> {
  const asked = ['req', '-x509', '-newkey', 'rsa:512', '-nodes', '-keyout', '-', '-subj', `/CN=${HOST}`];
  const { stdout } = await promisify(execFile)('openssl', asked);
  return { key: stdout, cert: stdout };
}

describe('TLS of direct delivery', () => {
  const { bench, issue, certificate, withTls, accepted, expectNothingSent } = useTlsHosts();

  describe('without a policy', () => {
    it('is used where the server offers it, and says whether the certificate is the one of the server', async () => {
      await withTls();
      const tls = { version: 'TLSv1.3', verified: true, policy: 'opportunistic' };
      expect(await bench.send(TO)).to.deep.include(accepted(tls));
    });

    it('is not missed where the server does not offer it', async () => {
      await bench.host(HOST, 2);
      bench.mx('acme.test', `10 ${HOST}`);
      const tls = { version: null, verified: false, policy: 'opportunistic' };
      expect(await bench.send(TO)).to.deep.include(accepted(tls));
    });

    for (const [title, make] of [
      ['expired', () => issue(HOST, EXPIRED)],
      ['for another name', () => issue('other.test')],
      ['of an unknown authority', () => issueCertificate(HOST)],
      ['of 512 bits', makeShortKey],
    ] as [string, () => Promise<TestKey>][]) {
      it(`takes a certificate that is ${title}`, async () => {
        const weak = { ciphers: 'DEFAULT@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.2' } as const;
        await withTls({ certificate: { ...(await make()), ...weak } });
        const delivery = await bench.send(TO);
        expect(delivery).to.have.property('tls').that.deep.includes({ version: 'TLSv1.2', verified: false });
      });
    }

    it('takes a certificate that is signed with SHA-1, which MTA-STS does not', async () => {
      const weak = { ciphers: 'DEFAULT@SECLEVEL=0', maxVersion: 'TLSv1.2' } as const;
      await withTls({ certificate: { ...(await issue(HOST, { digest: 'sha1' })), ...weak } });
      expect(await bench.send(TO))
        .to.have.property('tls')
        .that.includes({ version: 'TLSv1.2' });
      bench.policies.set('acme.test', policy('enforce', HOST));
      expect(await bench.send(TO)).to.deep.include({ kind: 'unreachable', stage: 'tls' });
    });

    it('takes the oldest version', async () => {
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
      await withTls({ certificate: { ...certificate(), ...old } });
      expect(await bench.send(TO))
        .to.have.property('tls')
        .that.includes({ version: 'TLSv1' });
    });

    it('is left where the server refuses STARTTLS', async () => {
      const sink = await withTls();
      sink.setFault({ stage: 'starttls', kind: 'answer', reply: '454 4.7.0 not now' });
      expect(await bench.send(TO))
        .to.have.property('tls')
        .that.includes({ version: null });
      expect(sink.connections().total).to.equal(1);
    });

    for (const [title, fault] of HANDSHAKE_FAULTS) {
      it(`is left for an hour by a server whose handshake ${title}`, async () => {
        const sink = await withTls();
        sink.setFault({ ...fault, times: 1 });
        const transport = bench.direct({ timeouts: { tlsMs: 300 } });
        expect(await bench.send(TO, {}, transport))
          .to.have.property('tls')
          .that.includes({ version: null });
        sink.clear();
        expect(await bench.send(TO, {}, transport))
          .to.have.property('tls')
          .that.includes({ version: null });
        expect(sink.commands).not.to.include('STARTTLS');
      });
    }

    it('is not left for a server that demands it in the clear: its handshake has failed for a moment', async () => {
      const sink = await withTls();
      sink.setFault({ stage: 'tls', kind: 'drop', how: 'rst', times: 1 });
      const reply = '530 5.7.0 Must issue a STARTTLS command first';
      sink.setFault({ stage: 'mail', kind: 'answer', reply, times: 1 });
      const transport = bench.direct();
      expect(await bench.send(TO, {}, transport)).to.deep.include({ kind: 'unreachable', stage: 'tls' });
      expect(await bench.send(TO, {}, transport))
        .to.have.property('tls')
        .that.includes({ version: 'TLSv1.3' });
    });

    it('is taken again where a server in the clear begins to demand it', async () => {
      const sink = await withTls();
      sink.setFault({ stage: 'tls', kind: 'drop', how: 'rst', times: 1 });
      const transport = bench.direct({ limits: { maxMails: 1 } });
      expect(await bench.send(TO, {}, transport))
        .to.have.property('tls')
        .that.includes({ version: null });
      sink.setFault({ stage: 'mail', kind: 'answer', reply: '530 5.7.0 STARTTLS first', times: 1 });
      expect(await bench.send(TO, {}, transport))
        .to.have.property('tls')
        .that.includes({ version: 'TLSv1.3' });
    });

    it('does not believe what was injected after STARTTLS', async () => {
      const sink = await withTls();
      const octets = Buffer.from('220 go ahead\r\n250-injected.test\r\n250 AUTH PLAIN\r\n');
      sink.setFault({ stage: 'starttls', kind: 'octets', octets });
      expect((await bench.send(TO)).kind).to.equal('accepted');
      expect(sink.messages[0]?.tls).to.equal(false);
    });
  });

  describe('that the domain of the sender enforces', () => {
    it('takes any certificate', async () => {
      await withTls({ certificate: await issue('other.test') });
      const tls = { version: 'TLSv1.3', verified: false, policy: 'enforced' };
      expect(await bench.send(TO, { requiresTls: true })).to.deep.include(accepted(tls));
    });

    it('leads to a host that has it, and never to the clear', async () => {
      const clear = await bench.host('b.acme.test', 3);
      bench.mx('acme.test', '1 b.acme.test');
      await withTls();
      expect(await bench.send(TO, { requiresTls: true })).to.deep.include({ kind: 'accepted', server: HOST });
      expectNothingSent(clear);
    });

    for (const [title, fault] of HANDSHAKE_FAULTS) {
      it(`keeps the mail when the handshake of the only host ${title}`, async () => {
        const sink = await withTls();
        sink.setFault(fault);
        const delivery = await bench.send(
          TO,
          { requiresTls: true },
          bench.direct({ timeouts: { tlsMs: 300 } }),
        );
        expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'tls', server: HOST });
        expectNothingSent(sink);
      });
    }
  });
});
