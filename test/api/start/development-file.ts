// The file in which `npm start` announces itself, for tests of pages that read it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Announcement } from '../../../dev/announcement.ts';

/** The file of a test; it exists once the test writes it. */
export interface DevelopmentFile {
  /** Read it inside hooks and tests. */
  readonly path: string;
  /** Writes an announcement with the changes, or another text. */
  write(content?: Partial<Announcement> | string): Promise<void>;
}

/** What is in `dev.json`, with values of its own. */
export const ANNOUNCED: Announcement = {
  apiUrl: 'http://127.0.0.1:3000',
  apiKey: 'ph_key_of_the_machine',
  inboxUrl: 'http://127.0.0.1:3901',
  dnsUrl: 'http://127.0.0.1:3901/dns',
  dnsServer: '127.0.0.1:1053',
  queuesUrl: 'http://127.0.0.1:3000/ops/queues?token=token-of-operators',
  docsUrl: 'http://127.0.0.1:3000/docs/',
  dashboardUrl: 'http://127.0.0.1:3000/app',
  ownerEmail: 'owner@posthorn.local',
  ownerPassword: 'password of the owner',
  inboxSmtp: { host: '127.0.0.1', port: 3925 },
  inboundSmtp: { host: '127.0.0.1', port: 3926 },
  submissionSmtp: { host: '127.0.0.1', port: 3927, securePort: 3928 },
  databaseUrl: 'postgres://posthorn:password-of-the-database@127.0.0.1:5432/posthorn',
  secretKey: 'the secret key of the machine',
  domain: 'machine.local',
  pid: 1,
};

/** Makes a place for the file, for the tests of the enclosing `describe`. */
export function useDevelopmentFile(): DevelopmentFile {
  let directory: string | undefined;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-start-'));
  });
  after(() => directory && rm(directory, { recursive: true }));
  return {
    get path() {
      return path.join(directory ?? '', 'dev.json');
    },
    write(content = {}) {
      const text = typeof content === 'string' ? content : JSON.stringify({ ...ANNOUNCED, ...content });
      return writeFile(this.path, text);
    },
  };
}
