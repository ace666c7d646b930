// Where `submission` runs or has run: does MAIL_HOSTNAME take mail from programs on the ports that they expect, with a
// certificate that they can check? All of it is advice: the programs of an operator may be given other ports.
import type { Database } from '../../shared/platform/db/connect.ts';
import { isAnyMailSubmitted } from '../../shared/resources/messaging/submitting/find-submitted.ts';
import { type AskedServer, askSmtpServer, findMailAddresses } from './ask-smtp-server.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const { met, advice } = findingsOf('submission');
/** RFC 8314 §3.3: TLS from the first byte. */
const SUBMISSIONS_PORT = 465;
/** RFC 6409 §3.1 */
const SUBMISSION_PORT = 587;

export const checkSubmission: Check = async ({ database, clock, service }) => {
  if (!((await isConnected(database)) || (await isAnyMailSubmitted(database)))) return [];
  const asked = { hostname: service.mailHostname, now: clock.now() };
  const addresses = await findMailAddresses({ service });
  return await Promise.all(
    addresses.flatMap((address) => [
      askSubmission({ ...asked, address, port: SUBMISSION_PORT }),
      askSubmission({ ...asked, address, port: SUBMISSIONS_PORT, isSecure: true }),
    ]),
  );
};

/** Whether such a process has a connection to this database. A process that was idle for some seconds has none. */
async function isConnected(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ isAny: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'posthorn submission%'
     ) AS "isAny"`,
  );
  return rows[0]?.isAny ?? false;
}

/** Asks one address. Never rejects. */
export async function askSubmission(asked: AskedServer): Promise<Finding> {
  const { address, port, hostname } = asked;
  const answer = await askSmtpServer(asked);
  if (answer.kind === 'met')
    return met(`${hostname} (${address}) accepts mail from programs on port ${port}, with TLS.`);
  if (answer.kind === 'fault') {
    return advice(
      `${hostname} (${address}) accepts mail from programs on port ${port}, but ${answer.words}. Set SUBMISSION_TLS_CERT and SUBMISSION_TLS_KEY.`,
    );
  }
  return advice(
    `${hostname} (${address}) does not accept mail from programs on port ${port} (${answer.words}). Start submission and open the port in the firewall, unless your programs use another port.`,
  );
}
