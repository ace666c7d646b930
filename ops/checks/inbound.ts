// Where a domain receives, or sends: does MAIL_HOSTNAME take mail on port 25, to which every mail server delivers, and does it
// offer TLS with a certificate that others can check? Asked as they do: by address, and without sending a mail. Mail is sent
// without it too, but bounces and complaints that come back are lost, so that is advice. checkDomains has the MX records.
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { parseMailDomain } from '../../shared/mail/domains/mail-domain.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import { createConfiguredDns } from '../../shared/platform/net/dns/dns.ts';
import { DAY_MS } from '../../shared/platform/time/durations.ts';
import { withTimeout } from '../../shared/platform/time/timeout.ts';
import { findSecondsSinceSeen } from '../../shared/platform/work/processes/alive-groups.ts';
import { listSendingDomains } from '../../shared/resources/messaging/domains/find.ts';
import { isAnyDomainReceiving } from '../../shared/resources/messaging/domains/find-receiving.ts';
import { receivingWork } from '../../shared/resources/messaging/receiving/work.ts';
import { type Check, type Finding, findingsOf, wordsOf } from './finding.ts';

const { met, advice, unmet } = findingsOf('inbound');
const SMTP_PORT = 25;
/** Of an operator whose domains only send. */
const LOST = 'Until then the bounces and complaints that come back as mail change nothing.';
const TIMEOUT_MS = 10_000;
const REPLY_MAX = 4_096;
/** A certificate is renewed before its last days. */
const RENEWED_BEFORE_MS = 14 * DAY_MS;

export const checkInbound: Check = async ({ database, clock, service }) => {
  const { mailHostname } = service;
  // checkMailHostname says that the name is none, or has no address.
  if (parseMailDomain(mailHostname) === undefined) return [];
  const isReceiving = await isAnyDomainReceiving(database);
  if (!isReceiving && (await listSendingDomains(database, 1)).length === 0) return [];
  const dns = createConfiguredDns({ ...service, outboundReach: 'public' });
  const answer = await dns.addresses(mailHostname);
  if (answer.kind !== 'found') return [];
  const asked = answer.values.map(({ address }) =>
    askInbound({ address, port: SMTP_PORT, hostname: mailHostname, now: clock.now() }),
  );
  const found = await Promise.all(asked);
  return isReceiving ? found : [...found.map(ofReports), ...(await checkReader(database))];
};

/** What the server is needed for where no domain receives. */
function ofReports(finding: Finding): Finding {
  return finding.status === 'unmet' ? advice(`${finding.message} ${LOST}`) : finding;
}

/** checkWorkers asks for `worker-inbound` only where a domain receives. */
async function checkReader(database: Database): Promise<Finding[]> {
  const seen = await findSecondsSinceSeen(database);
  if (seen.has(receivingWork.group)) return [];
  return [advice(`No process runs of worker-${receivingWork.group}: start it. ${LOST}`)];
}

/** Whom to ask, and the name that its certificate should have. */
export interface AskedServer {
  address: string;
  port: number;
  hostname: string;
  now: Date;
}

/** Asks one address. Never rejects. */
export async function askInbound({ address, port, hostname, now }: AskedServer): Promise<Finding> {
  const socket = connectTcp({ host: address, port });
  socket.on('error', () => undefined);
  try {
    const found = await withTimeout(TIMEOUT_MS, 'An answer', openTls(socket, hostname));
    const fault = typeof found === 'string' ? found : faultOf(found, now);
    if (fault === undefined) return met(`${hostname} (${address}) takes mail on port ${port}, with TLS.`);
    return advice(
      `${hostname} (${address}) takes mail, but ${fault}: set INBOUND_TLS_CERT and INBOUND_TLS_KEY.`,
    );
  } catch (error) {
    return unmet(
      `${hostname} (${address}) takes no mail on port ${port} (${wordsOf(error)}): start inbound, and open the port in the firewall.`,
    );
  } finally {
    socket.destroy();
  }
}

interface FoundCertificate {
  /** Why others do not trust it. */
  distrust: string | undefined;
  endsAt: Date;
}

/** @returns what its certificate is, or why there is none. @throws Error when it is no SMTP server */
async function openTls(socket: Socket, hostname: string): Promise<FoundCertificate | string> {
  await once(socket, 'connect');
  await expectReply(socket, '220');
  socket.write(`EHLO ${hostname}\r\n`);
  const offers = await expectReply(socket, '250');
  if (!offers.some((line) => /^250[ -]STARTTLS$/i.test(line))) return 'offers no TLS';
  socket.write('STARTTLS\r\n');
  await expectReply(socket, '220');
  const secured = connectTls({ socket, servername: hostname, rejectUnauthorized: false });
  await once(secured, 'secureConnect');
  const { authorizationError } = secured;
  const endsAt = new Date(secured.getPeerCertificate().valid_to);
  // Node gives a code where its types have an Error.
  return { distrust: authorizationError ? String(authorizationError) : undefined, endsAt };
}

/** @returns the lines of the next reply */
async function expectReply(socket: Socket, code: string): Promise<string[]> {
  let text = '';
  // A reply ends with a line without a hyphen after its code (RFC 5321 §4.2.1).
  while (!/^\d{3}(?: .*)?\r\n$/m.test(text)) {
    if (text.length > REPLY_MAX) throw new Error('its answer does not end');
    const [bytes] = await Promise.race([once(socket, 'data'), once(socket, 'end')]);
    if (bytes === undefined) throw new Error('it ends the connection');
    text += String(bytes);
  }
  const lines = text.trimEnd().split('\r\n');
  const last = lines.at(-1) ?? '';
  if (!last.startsWith(code)) throw new Error(`it answers "${last.slice(0, 100)}"`);
  return lines;
}

function faultOf({ distrust, endsAt }: FoundCertificate, now: Date): string | undefined {
  if (distrust !== undefined) return `its certificate cannot be checked by others (${distrust})`;
  if (endsAt.getTime() - now.getTime() > RENEWED_BEFORE_MS) return undefined;
  return `its certificate ends at ${endsAt.toISOString()}`;
}
