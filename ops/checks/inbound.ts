// Where a domain receives: does MAIL_HOSTNAME take mail on port 25, to which every mail server delivers, and does it
// offer TLS with a certificate that others can check?
import { isAnyDomainReceiving } from '../../shared/resources/messaging/domains/find-receiving.ts';
import { type AskedServer, askSmtpServer, findMailAddresses } from './ask-smtp-server.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const { met, advice, unmet } = findingsOf('inbound');
const SMTP_PORT = 25;

export const checkInbound: Check = async ({ database, clock, service }) => {
  if (!(await isAnyDomainReceiving(database))) return [];
  const asked = { port: SMTP_PORT, hostname: service.mailHostname, now: clock.now() };
  const addresses = await findMailAddresses({ service });
  return await Promise.all(addresses.map((address) => askInbound({ ...asked, address })));
};

/** Asks one address. Never rejects. */
export async function askInbound(asked: AskedServer): Promise<Finding> {
  const { address, port, hostname } = asked;
  const answer = await askSmtpServer(asked);
  if (answer.kind === 'met') return met(`${hostname} (${address}) takes mail on port ${port}, with TLS.`);
  if (answer.kind === 'fault') {
    return advice(
      `${hostname} (${address}) takes mail, but ${answer.words}: set INBOUND_TLS_CERT and INBOUND_TLS_KEY.`,
    );
  }
  return unmet(
    `${hostname} (${address}) takes no mail on port ${port} (${answer.words}): start inbound, and open the port in the firewall.`,
  );
}
