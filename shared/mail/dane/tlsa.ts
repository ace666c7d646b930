// Judges a server's certificates by the TLSA records of its name (DANE for SMTP, RFC 7672 §3; RFC 7671 §5): which records
// can be used, and whether the certificates meet one of them. Node has no DANE of its own, so the chain is verified here.
import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import type { TlsaRecord } from '../../platform/net/dns/validating/message.ts';

/** Usage 2: the record names an authority whose certificates are accepted. */
const TRUST_ANCHOR = 2;
/** Usage 3: the record names the server's own certificate or key. */
const END_ENTITY = 3;
const CERTIFICATE = 0;
const PUBLIC_KEY = 1;
/** Matching type 0: the record has the octets themselves. */
const EXACT = 0;
/** The other matching types. */
const DIGESTS: Readonly<Record<number, { algorithm: string; octets: number }>> = {
  1: { algorithm: 'sha256', octets: 32 },
  2: { algorithm: 'sha512', octets: 64 },
};

/**
 * The records that can be used: usages 2 and 3 (RFC 7672 §3.1.3 rules out 0 and 1), known selectors and matching types,
 * a digest of the right length, or a certificate or key that can be read.
 */
export function usableTlsa(records: readonly TlsaRecord[]): TlsaRecord[] {
  return records.filter(({ usage, selector, matchingType, data }) => {
    if (usage !== TRUST_ANCHOR && usage !== END_ENTITY) return false;
    if (selector !== CERTIFICATE && selector !== PUBLIC_KEY) return false;
    if (matchingType === EXACT) return isTrue(() => Boolean(anchorOf(selector, data)));
    return DIGESTS[matchingType]?.octets === data.length;
  });
}

/**
 * True when a server's certificates meet one of the records.
 * @param records usable ones
 * @param chain the server's certificate first, each followed by its issuer
 * @param names one of them must be the certificate's, but for usage 3
 */
export function matchesTlsa(
  records: readonly TlsaRecord[],
  chain: readonly X509Certificate[],
  names: readonly string[],
  nowMs: number,
): boolean {
  const [leaf] = chain;
  if (!leaf) return false;
  return records.some((record) =>
    isTrue(() =>
      // Neither names nor dates count (RFC 7672 §3.1.1).
      record.usage === END_ENTITY ? matches(record, leaf) : isAnchored(record, chain, names, nowMs),
    ),
  );
}

/** A certificate that cannot be read meets nothing. */
function isTrue(condition: () => boolean): boolean {
  try {
    return condition();
  } catch {
    return false;
  }
}

/** True when the certificate, or its public key, is the one of the record. */
function matches({ selector, matchingType, data }: TlsaRecord, { raw, publicKey }: X509Certificate): boolean {
  const octets = selector === CERTIFICATE ? raw : publicKey.export({ type: 'spki', format: 'der' });
  const digest = DIGESTS[matchingType];
  return data.equals(digest ? createHash(digest.algorithm).update(octets).digest() : octets);
}

/** True when valid certificates lead from the server's, which is for one of the names, to the authority of the record. */
function isAnchored(
  record: TlsaRecord,
  chain: readonly X509Certificate[],
  names: readonly string[],
  nowMs: number,
): boolean {
  const isNamed = names.some((name) => chain[0]?.checkHost(name, { partialWildcards: false }));
  if (!isNamed) return false;
  for (const [index, certificate] of chain.entries()) {
    const issued = chain[index - 1];
    if (!isInTime(certificate, nowMs) || (issued && !isIssuedBy(issued, certificate))) return false;
    if (issued && matches(record, certificate)) return true;
    if (record.matchingType === EXACT && isIssuedByAnchor(record, certificate, nowMs)) return true;
  }
  return false;
}

/** The server need not send an authority that the record has as a whole. */
function isIssuedByAnchor({ selector, data }: TlsaRecord, issued: X509Certificate, nowMs: number): boolean {
  const anchor = anchorOf(selector, data);
  if (!(anchor instanceof X509Certificate)) return issued.verify(anchor);
  return isInTime(anchor, nowMs) && isIssuedBy(issued, anchor);
}

/** The certificate or the public key itself. @throws Error when it cannot be read */
function anchorOf(selector: number, data: Buffer) {
  if (selector === CERTIFICATE) return new X509Certificate(data);
  return createPublicKey({ key: data, format: 'der', type: 'spki' });
}

function isIssuedBy(issued: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && issued.checkIssued(issuer) && issued.verify(issuer.publicKey);
}

function isInTime({ validFrom, validTo }: X509Certificate, nowMs: number): boolean {
  return Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo);
}
