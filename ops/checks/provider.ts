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
  if (!smtpUrl) return [unmet('SMTP_URL is not set. Set it to the servers that accept your mail.')];
  return await probeUrl(smtpUrl, { mailHostname, variable: 'SMTP_URL', name: '' });
};

/** The subject, for the words. */
interface Asked {
  mailHostname: string;
  /** The variable with the URL, for advice: `SMTP_URL`. */
  variable: string;
  /** The name of the provider, before each line; empty: the default one. */
  name: string;
}

/** Asks each server of a URL; `mx:` has none, and checkDirectDelivery checks its requirements. Never rejects. */
export async function probeUrl(url: string, asked: Asked): Promise<Finding[]> {
  if (isDirect({ smtpUrl: url })) return [];
  try {
    return await Promise.all(parseSmtpUrl(url, asked.variable).map((server) => probe(server, asked)));
  } catch (error) {
    return [unmet(`${wordsOf(error)}.`)];
  }
}

async function probe(
  server: SmtpServer,
  { mailHostname, variable, name: provider }: Asked,
): Promise<Finding> {
  const name = `${provider === '' ? '' : `${provider}: `}${server.host}:${server.port}`;
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
      ? `check the user and the password in ${variable}`
      : `check ${variable}, and ask the provider whether you are allowed to send`;
    return unmet(`${name} refuses us (${refusal}): ${hint}.`);
  }
  return unmet(`${name} cannot be used (${refusal}): check ${variable} and the firewall.`);
}
