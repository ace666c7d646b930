// Servers with TLS for the tests of direct delivery, whose certificates an authority of the test has issued.
import { expect } from 'chai';
import {
  type IssuedCertificate,
  type IssueOptions,
  issueCertificate,
} from '../../../../support/net/certificates.ts';
import type { SmtpSink, SmtpSinkOptions } from '../../../../support/smtp-sink/smtp-sink.ts';
import { useDirect } from './use-direct.ts';

/** The recipient of each mail, and the host of the domain. */
export const TO = 'ana@acme.test';
export const HOST = 'a.acme.test';
/** What an expired certificate is made with. */
export const EXPIRED = { notBefore: new Date('2020-01-01'), notAfter: new Date('2020-02-01') };

/** Call it inside `describe`. */
export function useTlsHosts() {
  const bench = useDirect();
  const issue = (names: string | readonly string[], options: IssueOptions = {}) =>
    issueCertificate(names, { issuer: bench.authority, ...options });
  let certificate: IssuedCertificate;
  before(async () => {
    certificate = await issue(HOST);
  });
  return {
    bench,
    /** Issues a certificate that transports trust. */
    issue,
    /** The one of HOST. */
    certificate: () => certificate,
    /** Starts a server with STARTTLS on 127.0.0.`last`, as a host of acme.test. */
    async withTls(more: SmtpSinkOptions = {}, last = 2, name = HOST): Promise<SmtpSink> {
      const sink = await bench.host(name, last, { tls: 'starttls', certificate, ...more });
      bench.mx('acme.test', `${last} ${name}`);
      return sink;
    },
    accepted: (tls: object) => ({ kind: 'accepted', server: HOST, tls }),
    expectNothingSent: (sink: SmtpSink) => expect(sink.commands.join()).not.to.include('MAIL'),
  };
}
