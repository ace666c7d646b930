// What is counted of the TLS of direct delivery: with servers whose certificates the test has made, and by words.
import { expect } from 'chai';
import type { DaneAnswer } from '../../../../shared/mail/dane/dane.ts';
import { createMetrics } from '../../../../shared/resources/service-metrics.ts';
import { countTlsSessions, sessionResultOf } from '../../../../workers/transports/mx/tls-sessions.ts';
import type { Delivery } from '../../../../workers/transports/transport.ts';
import { issueCertificate } from '../../../support/net/certificates.ts';
import { EXPIRED, HOST, TO, useTlsHosts } from './support/use-tls-hosts.ts';

describe('The sessions of direct delivery', () => {
  const { bench, issue, withTls } = useTlsHosts();
  const other = { usage: 3, selector: 1, matchingType: 1, data: Buffer.alloc(32) };
  const pinned: DaneAnswer = { kind: 'usable', records: [other], baseDomain: HOST };

  /** Sends a mail. @returns what was counted */
  const countedOf = async () => {
    const { tlsSessions } = createMetrics();
    await bench.send(TO, {}, bench.direct({ onTlsSession: countTlsSessions(tlsSessions) }));
    const { values } = await tlsSessions.get();
    return values.flatMap(({ labels, value }) =>
      value > 0 ? [`${labels.policy} ${labels.result} ${value}`] : [],
    );
  };
  const enforce = (...mx: string[]) =>
    bench.policies.set('acme.test', { mode: 'enforce', mx, maxAgeS: 86_400 });
  const inClear = async () => {
    await bench.host(HOST, 2);
    bench.mx('acme.test', `10 ${HOST}`);
  };
  const certificate = async (made: ReturnType<typeof issue>) => ({ certificate: await made });

  // biome-ignore format: one rule a line, so that it reads as the table that it is.
  const rows: [title: string, counted: string, prepare: () => Promise<unknown>][] = [
    ['with TLS and without a policy', 'no_policy_found success 1', () => withTls()],
    ['in the clear', 'no_policy_found starttls_not_supported 1', () => inClear()],
    ['with a broken handshake, then in the clear', 'no_policy_found validation_failure 1', async () =>
      (await withTls()).setFault({ stage: 'tls', kind: 'drop', how: 'rst', times: 1 })],
    ['with the certificate that MTA-STS wants', 'sts success 1', async () => { enforce(HOST); await withTls(); }],
    ['without the TLS that MTA-STS wants', 'sts starttls_not_supported 1', async () => { enforce(HOST); await inClear(); }],
    ['with a certificate for another name', 'sts certificate_host_mismatch 1', async () => {
      enforce(HOST); await withTls(await certificate(issue('other.test'))); }],
    ['with an expired certificate', 'sts certificate_expired 1', async () => {
      enforce(HOST); await withTls(await certificate(issue(HOST, EXPIRED))); }],
    ['with a certificate of an unknown authority', 'sts certificate_not_trusted 1', async () => {
      enforce(HOST); await withTls(await certificate(issueCertificate(HOST))); }],
    ['of a host that the policy does not list', 'sts validation_failure 1', async () => { enforce('mx.other.test'); await withTls(); }],
    ['with a certificate that is not in DNS', 'tlsa tlsa_invalid 1', async () => { bench.dane.set(HOST, pinned); await withTls(); }],
    ['of a host whose TLSA records are not known', 'tlsa dnssec_invalid 1', async () => {
      bench.dane.set(HOST, { kind: 'unanswered', reason: 'servfail' }); await withTls(); }],
  ];
  for (const [title, counted, prepare] of rows) {
    it(`are counted ${title}`, async () => {
      await prepare();
      expect(await countedOf()).to.deep.equal([counted]);
    });
  }

  it('are not counted where no server was connected to', async () => {
    bench.dns.publish(HOST, { type: 'A', value: '127.0.0.9' });
    bench.mx('acme.test', `10 ${HOST}`);
    expect(await countedOf()).to.deep.equal([]);
  });

  const reply = { code: 421, text: 'busy' };
  const unreachable = (stage: 'tls' | 'connect', reason: string): Delivery => ({
    kind: 'unreachable',
    stage,
    reason,
  });
  const words: [delivery: Delivery, result: string | undefined][] = [
    [unreachable('tls', 'self-signed certificate in certificate chain'), 'certificate_not_trusted'],
    [unreachable('tls', 'unable to get local issuer certificate'), 'certificate_not_trusted'],
    [unreachable('tls', 'The server took longer than 20000 ms.'), 'validation_failure'],
    [unreachable('connect', 'connect ECONNREFUSED 192.0.2.1:25'), undefined],
    [{ kind: 'refused', stage: 'greeting', reply }, undefined],
    [{ kind: 'withheld' }, undefined],
  ];
  it('are what they are by the words of the failure, or no sessions', () => {
    for (const [delivery, result] of words)
      expect(sessionResultOf('mta_sts', delivery)?.result, JSON.stringify(delivery)).to.equal(result);
  });
});
