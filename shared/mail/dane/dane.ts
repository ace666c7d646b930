// Finds the TLSA records of a mail server (DANE, RFC 7672 §2.2): by them a domain says in DNS, signed, which certificates
// its mail servers have. docs/architecture/dane.md
import type { DnsFailure, MailExchange } from '../../platform/net/dns/answer.ts';
import type { TlsaRecord } from '../../platform/net/dns/validating/message.ts';
import type { SecureAnswer, ValidatingResolver } from '../../platform/net/dns/validating/resolver.ts';
import { usableTlsa } from './tlsa.ts';

/** The requirements of a host. */
export type DaneAnswer =
  /** Nothing: no records, or none that DNSSEC proves. */
  | { readonly kind: 'none' }
  /** TLS, with any certificate (RFC 7672 §2.2). */
  | { readonly kind: 'unusable' }
  | {
      /** TLS with a certificate that meets a record (meets-dane.ts). */
      readonly kind: 'usable';
      readonly records: readonly TlsaRecord[];
      /** The name that has the records, for SNI and for usage 2: the host, or the end of its aliases. */
      readonly baseDomain: string;
    }
  /** Unknown, as when a signature is wrong: the host must not be used now. */
  | { readonly kind: 'unanswered'; readonly reason: DnsFailure };

/** Questions of DANE; they never reject. */
export interface Dane {
  /** MX records; DANE is for the hosts of a secure answer only. */
  mx(domain: string): Promise<SecureAnswer<MailExchange>>;
  /** Finds the requirements of an MX host with a secure answer, or of a domain without MX whose answer is secure. */
  find(host: string): Promise<DaneAnswer>;
}

/** SMTP between servers, whichever port a test uses. */
const SERVICE = ['_25', '_tcp'];
const NONE: DaneAnswer = { kind: 'none' };

/** Creates it. */
export function createDane(resolver: ValidatingResolver): Dane {
  return {
    mx: (domain) => resolver.mx(domain),
    async find(host) {
      const { answer, isSecure, canonicalName } = await resolver.addresses(host);
      if (answer.kind === 'unanswered') return answer;
      if (answer.kind === 'absent' || !isSecure) return NONE;
      // Records at the end of the aliases win (RFC 7672 §2.2.2).
      const demand = await findAt(resolver, canonicalName);
      return demand.kind === 'none' && canonicalName !== host ? await findAt(resolver, host) : demand;
    },
  };
}

async function findAt(resolver: ValidatingResolver, baseDomain: string): Promise<DaneAnswer> {
  const { answer, isSecure } = await resolver.tlsa([...SERVICE, baseDomain].join('.'));
  if (answer.kind === 'unanswered') return answer;
  if (answer.kind === 'absent' || !isSecure) return NONE;
  const records = usableTlsa(answer.values);
  return records.length > 0 ? { kind: 'usable', records, baseDomain } : { kind: 'unusable' };
}
