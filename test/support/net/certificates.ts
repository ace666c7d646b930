// Certificates for tests, made with selfsigned: authorities, and servers' certificates that they have issued.
import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

/** A certificate with its key, as node:tls takes them, and in the form of node:crypto. */
export interface IssuedCertificate {
  cert: string;
  key: string;
  x509: X509Certificate;
}

/** What is issued. */
export interface IssueOptions {
  /** The authority; absent: it signs itself. */
  issuer?: IssuedCertificate;
  isAuthority?: boolean;
  /** In place of a day ago. */
  notBefore?: Date;
  /** In place of tomorrow. */
  notAfter?: Date;
  /** In place of an elliptic curve. */
  keyType?: 'rsa';
  /** In place of SHA-256. */
  digest?: 'sha1' | 'sha256';
}

const DAY_MS = 86_400_000;

/** Issues a certificate. @param names the hosts that it is for, or one; the first is its subject */
export async function issueCertificate(
  names: string | readonly string[],
  options: IssueOptions = {},
): Promise<IssuedCertificate> {
  const { issuer, isAuthority = false, digest = 'sha256' } = options;
  const hosts = [names].flat();
  const { notBefore = new Date(Date.now() - DAY_MS), notAfter = new Date(Date.now() + DAY_MS) } = options;
  const made = await generate([{ name: 'commonName', value: hosts[0] ?? '' }], {
    keyType: options.keyType ?? 'ec',
    algorithm: digest,
    notBeforeDate: notBefore,
    notAfterDate: notAfter,
    extensions: [
      { name: 'basicConstraints', cA: isAuthority, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: isAuthority, critical: true },
      { name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) },
    ],
    ...(issuer && { ca: { key: issuer.key, cert: issuer.cert } }),
  });
  return { cert: made.cert, key: made.private, x509: new X509Certificate(made.cert) };
}
