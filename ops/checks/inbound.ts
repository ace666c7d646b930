// Where a domain receives, or sends: does MAIL_HOSTNAME take mail on port 25, to which every mail server delivers, and does it
// offer TLS with a certificate that others can check? Mail is sent without it too, but bounces and complaints that come back
// are lost, so that is advice. checkDomains has the MX records.
import type { Database } from '../../shared/platform/db/connect.ts';
import { findSecondsSinceSeen } from '../../shared/platform/work/processes/alive-groups.ts';
import { listSendingDomains } from '../../shared/resources/messaging/domains/find.ts';
import { isAnyDomainReceiving } from '../../shared/resources/messaging/domains/find-receiving.ts';
import { receivingWork } from '../../shared/resources/messaging/receiving/work.ts';
import { type AskedServer, askSmtpServer, findMailAddresses } from './ask-smtp-server.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const { met, advice, unmet } = findingsOf('inbound');
const SMTP_PORT = 25;
/** What an operator whose domains only send misses. */
const LOST = 'Until then, bounces and complaints that arrive as mail have no effect.';

export const checkInbound: Check = async ({ database, clock, service }) => {
  const isReceiving = await isAnyDomainReceiving(database);
  if (!isReceiving && (await listSendingDomains(database, 1)).length === 0) return [];
  const addresses = await findMailAddresses({ service });
  if (addresses.length === 0) return [];
  const asked = { port: SMTP_PORT, hostname: service.mailHostname, now: clock.now() };
  const found = await Promise.all(addresses.map((address) => askInbound({ ...asked, address })));
  return isReceiving ? found : [...found.map(ofReports), ...(await checkReader(database))];
};

/** The purpose of the server if no domain receives. */
function ofReports(finding: Finding): Finding {
  return finding.status === 'unmet' ? advice(`${finding.message} ${LOST}`) : finding;
}

/** checkWorkers asks for `worker-inbound` only where a domain receives. */
async function checkReader(database: Database): Promise<Finding[]> {
  const seen = await findSecondsSinceSeen(database);
  if (seen.has(receivingWork.group)) return [];
  return [advice(`worker-${receivingWork.group} is not running. Start it. ${LOST}`)];
}

/** Asks one address. Never rejects. */
export async function askInbound(asked: AskedServer): Promise<Finding> {
  const { address, port, hostname } = asked;
  const answer = await askSmtpServer(asked);
  if (answer.kind === 'met') return met(`${hostname} (${address}) accepts mail on port ${port}, with TLS.`);
  if (answer.kind === 'fault') {
    return advice(
      `${hostname} (${address}) accepts mail, but ${answer.words}. Set INBOUND_TLS_CERT and INBOUND_TLS_KEY.`,
    );
  }
  return unmet(
    `${hostname} (${address}) does not accept mail on port ${port} (${answer.words}). Start inbound, and open the port in the firewall.`,
  );
}
