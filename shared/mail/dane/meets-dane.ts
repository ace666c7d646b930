// Judges an open TLS connection by TLSA records: reads the certificates that the server has shown.
import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { TlsaRecord } from '../../platform/net/dns/validating/message.ts';
import { matchesTlsa } from './tlsa.ts';

/** Longer chains are cut. */
const CHAIN_MAX = 10;

/**
 * True when the server of a connection has a certificate that meets one of the records. It never throws.
 * @param socket after a whole handshake: a session that was resumed has no chain
 * @param records usable ones, as `DaneAnswer` has them
 * @param names the base domain of the records and the recipient's domain (RFC 7672 §3.2.2); they count for usage 2
 */
export function meetsDane(
  socket: Pick<TLSSocket, 'getPeerCertificate'>,
  records: readonly TlsaRecord[],
  names: readonly string[],
  nowMs = Date.now(),
): boolean {
  return matchesTlsa(records, chainOf(socket), names, nowMs);
}

function chainOf(socket: Pick<TLSSocket, 'getPeerCertificate'>): X509Certificate[] {
  const chain: X509Certificate[] = [];
  // Empty without a certificate; an authority that has signed its own certificate is its own issuer.
  let certificate = socket.getPeerCertificate(true);
  while (certificate?.raw && chain.length < CHAIN_MAX) {
    chain.push(new X509Certificate(certificate.raw));
    if (certificate.issuerCertificate === certificate) break;
    certificate = certificate.issuerCertificate;
  }
  return chain;
}
