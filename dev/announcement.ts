// What a ready house tells: to people on the terminal, to programs in `dev.json` (design §6). The file exists only
// while the house runs and holds secrets, so it is private.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { writePrivateJson } from './private-file.ts';

/** Fields of `dev.json`. */
export interface Announcement {
  apiUrl: string;
  /** Full-access key of the first account. */
  apiKey: string;
  inboxUrl: string;
  queuesUrl: string;
  /** The page of the API description. */
  docsUrl: string;
  inboxSmtp: { host: string; port: number };
  /** What `npm run ops` works on, with the key of the secrets in it. */
  databaseUrl: string;
  secretKey: string;
  /** Where `npm run ops` finds the queues; absent: in that database. */
  redisUrl?: string;
  queuePrefix?: string;
  /** Sending and receiving domain of the first account. */
  domain: string;
  /** Process that runs the house. */
  pid: number;
}

/** The address that the first emails go to: the inbox catches any, but a reserved name is refused. */
export const FIRST_RECIPIENT = 'you@inbox.local';

/** Path of the file. */
export function announcementFile(dataDir: string): string {
  return path.join(dataDir, 'dev.json');
}

/** Removes what a killed start left, so that nobody reads it as running. */
export async function removeAnnouncement(dataDir: string): Promise<void> {
  await rm(announcementFile(dataDir), { force: true });
}

/** Writes the file. */
export async function writeAnnouncement(dataDir: string, announcement: Announcement): Promise<void> {
  await writePrivateJson(announcementFile(dataDir), announcement);
}

/** A line that sends an email, for a shell. */
export function firstRequest({ apiUrl, apiKey, domain }: Announcement): string {
  const email = {
    from: `me@${domain}`,
    to: FIRST_RECIPIENT,
    subject: 'Hello',
    html: '<p>It works.</p>',
  };
  return [
    `  curl ${apiUrl}/emails -H 'Authorization: Bearer ${apiKey}'`,
    `-H 'Content-Type: application/json' -d '${JSON.stringify(email)}'`,
  ].join(' ');
}

/** The lines for the terminal. */
export function describeAnnouncement(announcement: Announcement): string {
  const { apiUrl, apiKey, inboxUrl, queuesUrl, docsUrl, inboxSmtp } = announcement;
  return [
    '',
    'Posthorn is ready.',
    '',
    `  API      ${apiUrl}`,
    `  API key  ${apiKey}`,
    `  Inbox    ${inboxUrl}  (catches mail on smtp://${inboxSmtp.host}:${inboxSmtp.port})`,
    `  Queues   ${queuesUrl}`,
    `  API docs ${docsUrl}`,
    '',
    '  The first email is in the inbox. Send another:',
    '',
    firstRequest(announcement),
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}
