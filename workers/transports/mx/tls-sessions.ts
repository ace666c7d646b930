// Counts the sessions of direct delivery by the policy that applies and by the result of their TLS, in the terms of reports
// about TLS (TLS-RPT, RFC 8460 §4.3). Reports are not sent. A session is a try of a server in which TLS was wanted.
import type { Counter } from 'prom-client';
import type { TlsPolicyName } from '../../../shared/mail/delivery-tls.ts';
import type { Delivery } from '../transport.ts';

const POLICIES = {
  dane: 'tlsa',
  mta_sts: 'sts',
  enforced: 'no_policy_found',
  opportunistic: 'no_policy_found',
} as const;
/** The words of failures, as Node, OpenSSL and this program write them. */
const FAILURES: readonly [words: RegExp, result: string][] = [
  [/TLSA records of .* could not be looked up/, 'dnssec_invalid'],
  [/not the one in DNS \(DANE\)/, 'tlsa_invalid'],
  [/STARTTLS/, 'starttls_not_supported'],
  [/does not match certificate's altnames/, 'certificate_host_mismatch'],
  [/certificate has expired/, 'certificate_expired'],
  [
    /self[- ]signed certificate|unable to (?:get|verify)|certificate (?:not trusted|revoked|rejected)|invalid CA/,
    'certificate_not_trusted',
  ],
];
const OTHER_FAILURE = 'validation_failure';
const RESULTS = ['success', ...FAILURES.map(([, result]) => result), OTHER_FAILURE];

/** A session in the terms of RFC 8460, with underscores. */
export interface TlsSession {
  policy: (typeof POLICIES)[TlsPolicyName];
  result: string;
}

/** Creates the callback that counts sessions. */
export function countTlsSessions(
  sessions: Counter<'policy' | 'result'>,
): (policy: TlsPolicyName, delivery: Delivery) => void {
  // A rate in Prometheus needs a series before its first event.
  for (const policy of Object.values(POLICIES))
    for (const result of RESULTS) sessions.inc({ policy, result }, 0);
  return (policy, delivery) => {
    const session = sessionResultOf(policy, delivery);
    if (session) sessions.inc({ ...session });
  };
}

/** @returns undefined if TLS was not reached: no connection, or an earlier refusal */
export function sessionResultOf(policy: TlsPolicyName, delivery: Delivery): TlsSession | undefined {
  const result = resultOf(delivery);
  return result === undefined ? undefined : { policy: POLICIES[policy], result };
}

function resultOf(delivery: Delivery): string | undefined {
  if (delivery.kind === 'unreachable' && delivery.stage === 'tls') {
    const { reason } = delivery;
    return FAILURES.find(([words]) => words.test(reason))?.[1] ?? OTHER_FAILURE;
  }
  // Only of connections that were ready for mail.
  const tls = 'tls' in delivery ? delivery.tls : undefined;
  if (!tls) return undefined;
  return tls.version === null ? 'starttls_not_supported' : 'success';
}
