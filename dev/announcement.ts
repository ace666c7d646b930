// What `npm start` announces when it is ready: to people on the terminal, to programs in `dev.json` (see
// docs/operations.md). The file exists only while `npm start` runs. It contains secrets, so it is private.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { writePrivateJson } from './data/private-file.ts';
import { IS_PACKAGED } from './start-command.ts';

/** Fields of `dev.json`. */
export interface Announcement {
  apiUrl: string;
  /** Full-access key of the first account. */
  apiKey: string;
  inboxUrl: string;
  /** The page that publishes records in the development DNS. */
  dnsUrl: string;
  /** Address of the development DNS, `address:port`. */
  dnsServer: string;
  queuesUrl: string;
  /** URL of the documentation. */
  docsUrl: string;
  /** URL of the pages of people, who sign in there. */
  dashboardUrl: string;
  /** Address and password of the owner of the first account. */
  ownerEmail: string;
  ownerPassword: string;
  inboxSmtp: { host: string; port: number };
  /** The server that receives mail for `domain`. */
  inboundSmtp: { host: string; port: number };
  /** The server where programs submit mail, with `apiKey` as password: with STARTTLS, and with TLS from the first byte. */
  submissionSmtp: { host: string; port: number; securePort: number };
  /** The database that `npm run ops` works on, with its password. */
  databaseUrl: string;
  /** Encryption key for the secrets in that database. */
  secretKey: string;
  /** The Redis of the queues, for `npm run ops`; if absent, they are in that database. */
  redisUrl?: string;
  queuePrefix?: string;
  /** The variables for mail that leaves this machine, as they were given; if absent, the inbox catches all mail. */
  outgoing?: Readonly<Record<string, string>>;
  /** Sending and receiving domain of the first account. */
  domain: string;
  /** Process id of `npm start`. */
  pid: number;
}

/** The recipient of the first emails. The inbox catches mail to any address, but the API refuses reserved names. */
export const FIRST_RECIPIENT = 'you@inbox.local';

/** The recipient if mail leaves this machine: the simulator sends nothing to the internet. */
const SIMULATED_RECIPIENT = 'delivered@simulator.test';

/** Path of the file. */
export function announcementFile(dataDir: string): string {
  return path.join(dataDir, 'dev.json');
}

/** Removes the file of a killed start, so that no program takes it for a running one. */
export async function removeAnnouncement(dataDir: string): Promise<void> {
  await rm(announcementFile(dataDir), { force: true });
}

/** Writes the file. */
export async function writeAnnouncement(dataDir: string, announcement: Announcement): Promise<void> {
  await writePrivateJson(announcementFile(dataDir), announcement);
}

/** A shell command that sends an email. */
export function firstRequest({ apiUrl, apiKey, domain, outgoing }: Announcement): string {
  const email = {
    from: `me@${domain}`,
    to: outgoing ? SIMULATED_RECIPIENT : FIRST_RECIPIENT,
    subject: 'Hello',
    html: '<p>It works.</p>',
  };
  return [
    `  curl ${apiUrl}/emails -H 'Authorization: Bearer ${apiKey}'`,
    `-H 'Content-Type: application/json' -d '${JSON.stringify(email)}'`,
  ].join(' ');
}

/**
 * The lines for the terminal.
 * @param signInUrl is shown only here, because it signs in
 * @param isWelcomed whether the welcome email is in the inbox
 * @param dataDir the directory of all data
 */
export function describeAnnouncement(
  announcement: Announcement,
  { signInUrl, isWelcomed, dataDir }: { signInUrl: string; isWelcomed: boolean; dataDir: string },
): string {
  const { apiUrl, apiKey, inboxUrl, dnsUrl, dnsServer, queuesUrl, docsUrl } = announcement;
  const { inboxSmtp, inboundSmtp, submissionSmtp, domain } = announcement;
  return [
    '',
    'Posthorn is ready.',
    '',
    `  Start page ${apiUrl}/  (sends a first email, and leads to all of the rest)`,
    `  API        ${apiUrl}`,
    `  API key    ${apiKey}`,
    `  Dashboard  ${signInUrl}`,
    `             (signs in once, for an hour; ${announcement.ownerEmail}, password in dev.json)`,
    `  Inbox      ${inboxUrl}  (catches mail on smtp://${inboxSmtp.host}:${inboxSmtp.port})`,
    `  SMTP       ${submissionSmtp.host}:${submissionSmtp.port}  (takes mail from programs; any user name, the API key as password)`,
    `  Receiving  smtp://${inboundSmtp.host}:${inboundSmtp.port}  (takes mail for ${domain}: GET /emails/receiving)`,
    `  DNS        ${dnsUrl}  (verifies domains without the internet; answers on ${dnsServer})`,
    `  Queues     ${queuesUrl}`,
    `  API docs   ${docsUrl}`,
    `  CLI        posthorn emails list --dev${IS_PACKAGED ? '' : `  (install it with: npm install -g ${apiUrl}/cli/posthorn.tgz)`}`,
    `  Data       ${dataDir}`,
    '',
    isWelcomed ? '  The first email is in the inbox. Send another:' : '  Send an email:',
    '',
    firstRequest(announcement),
    '',
    'Press Ctrl-C to stop.',
    '',
  ].join('\n');
}
