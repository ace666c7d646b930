// What the TLS of a connection to the recipient's server must be, and what follows from its handshake: pure. The strictest
// that applies counts: DANE, where the domain of the recipient has it (RFC 7672), then MTA-STS (RFC 8461), then what the
// domain of the sender asks for; else whatever the server offers is taken (opportunistic TLS, RFC 7435).

import type { DaneAnswer } from '../../../shared/mail/dane/dane.ts';
import type { TlsPolicyName } from '../../../shared/mail/delivery-tls.ts';
import { isListedMx, type MtaStsPolicy } from '../../../shared/mail/mta-sts/policy.ts';
import type { TlsPolicy } from '../smtp/servers.ts';

/** The policies that apply to a host. */
export interface TlsFacts {
  dane: DaneAnswer;
  /** The policy of the recipient's domain; undefined: it has none. */
  mtaSts: MtaStsPolicy | undefined;
  /** The domain of the sender asks for TLS. */
  isEnforced: boolean;
  /** Its handshake has failed in the last hour. */
  hasFailed: boolean;
}

/** Records that name the certificate. */
export type UsableDane = Extract<DaneAnswer, { kind: 'usable' }>;

/** How to connect to a host, or why not to. */
export type TlsDecision =
  | { kind: 'connect'; policy: TlsPolicyName; tls: TlsPolicy; dane?: UsableDane }
  | { kind: 'leave_out'; policy: TlsPolicyName; reason: string };

/** Decides before the connection. */
export function decideTls(host: string, { dane, mtaSts, isEnforced, hasFailed }: TlsFacts): TlsDecision {
  if (dane.kind === 'unanswered')
    return {
      kind: 'leave_out',
      policy: 'dane',
      reason: `The TLSA records of ${host} could not be looked up.`,
    };
  if (dane.kind === 'usable') return { kind: 'connect', policy: 'dane', tls: 'insecure', dane };
  if (mtaSts?.mode === 'enforce') {
    if (isListedMx(mtaSts, host)) return { kind: 'connect', policy: 'mta_sts', tls: 'required' };
    return {
      kind: 'leave_out',
      policy: 'mta_sts',
      reason: `The MTA-STS policy of the domain does not list ${host}.`,
    };
  }
  if (dane.kind === 'unusable') return { kind: 'connect', policy: 'dane', tls: 'insecure' };
  if (isEnforced) return { kind: 'connect', policy: 'enforced', tls: 'insecure' };
  return { kind: 'connect', policy: 'opportunistic', tls: hasFailed ? 'off' : 'opportunistic' };
}

/** The result of the handshake with a host. */
export interface Handshake {
  policy: TlsPolicyName;
  /** The attempt ended there. */
  hasFailed: boolean;
}

/** Decides after the handshake: `clear`, a new connection without TLS; `next_host`, because the policy does not allow that. */
export function decideAfter({ policy, hasFailed }: Handshake): 'go_on' | 'clear' | 'next_host' {
  if (!hasFailed) return 'go_on';
  return policy === 'opportunistic' ? 'clear' : 'next_host';
}

/** Whether a connection would have been refused if the policy of the domain were not a test (RFC 8461 §5). */
export function missesTestedPolicy(
  mtaSts: MtaStsPolicy | undefined,
  host: string,
  isVerified: boolean,
): boolean {
  return mtaSts?.mode === 'testing' && !(isVerified && isListedMx(mtaSts, host));
}
