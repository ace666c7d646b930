// Do the servers of SMTP_URL accept our login and our mail? Each is asked with the code that sends, without sending.
import { isDirect } from '../../shared/platform/config/mx-settings.ts';
import { ehloNameOf } from '../../workers/transports/smtp/ehlo-name.ts';
import { probeServer } from '../../workers/transports/smtp/probe.ts';
import { parseSmtpUrl, type SmtpServer } from '../../workers/transports/smtp/servers.ts';
import { SMTP_TIMEOUTS } from '../../workers/transports/smtp/timeouts.ts';
import { type Check, type Finding, findingsOf, wordsOf } from './finding.ts';

const { met, unmet } = findingsOf('provider');
const PROBE_TIMEOUT_MS = 15_000;
/** Replies that are about the login (RFC 4954 §6). */
const LOGIN_REFUSED = /^(?:454|530|534|535|538)\b/;

export const checkProvider: Check = async ({ service: { smtpUrl, mailHostname } }) => {
  if (!smtpUrl) return [unmet('SMTP_URL is not set: it names the servers that accept the mail.')];
  // checkDirectDelivery looks at what it needs instead.
  if (isDirect({ smtpUrl })) return [];
  try {
    return await Promise.all(parseSmtpUrl(smtpUrl).map((server) => probe(server, mailHostname)));
  } catch (error) {
    return [unmet(`${wordsOf(error)}.`)];
  }
};

async function probe(server: SmtpServer, mailHostname: string): Promise<Finding> {
  const name = `${server.host}:${server.port}`;
  const { isReached, refusal: reply } = await probeServer(server, {
    opening: { hostname: ehloNameOf(mailHostname), timeouts: SMTP_TIMEOUTS },
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    refused: undefined,
  });
  if (reply === undefined) {
    return met(`${name} accepts ${server.login ? 'our login' : 'us without a login'}.`);
  }
  const refusal = reply.replace(/\.$/, '');
  if (isReached) {
    const hint = LOGIN_REFUSED.test(refusal)
      ? 'check the user and the password in SMTP_URL'
      : 'check SMTP_URL, and with the provider whether we may send';
    return unmet(`${name} refuses us (${refusal}): ${hint}.`);
  }
  return unmet(`${name} cannot be used (${refusal}): check SMTP_URL and the firewall.`);
}
