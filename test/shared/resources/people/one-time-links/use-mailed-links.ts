// One-time links that are mailed: an operator's account that may send, the processes that mail, and what they have mailed.

import { createLog } from '../../../../../shared/platform/log/log.ts';
import type { Acceptor } from '../../../../../shared/resources/messaging/emails/accept/accept.ts';
import { createAcceptor } from '../../../../../shared/resources/messaging/emails/accept/accept.ts';
import {
  createMailedLink,
  createShownLink,
  type NewLink,
} from '../../../../../shared/resources/people/one-time-links/create.ts';
import type { WorkerDeps } from '../../../../../workers/runtime/job.ts';
import { type TestDatabase, useDatabase } from '../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../support/factories/factories.ts';
import { factoryIds } from '../../../../support/factories/factory-ids.ts';
import { createMember, createPerson } from '../../../../support/factories/people-factories.ts';
import { createTestClock, type TestClock } from '../../../../support/time/clock.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../../support/work/worker.ts';

/** An email of the operator's account, with its content. */
export interface StoredMail {
  accountId: string;
  source: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
}

/** A link as it is stored. */
export interface StoredLink {
  tokenHash: Buffer | null;
  mailDueAt: Date | null;
}

/** What a test uses; read its fields inside hooks and tests. */
export interface MailedLinks {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly operator: { accountId: string; domain: string };
  /** Everything logged by the processes. */
  readonly logLines: Record<string, unknown>[];
  /** The dependencies of another process that mails. */
  createProcess(): WorkerDeps & { acceptor: Acceptor };
  /** Creates a link to mail. @returns its id */
  due(link: Omit<NewLink, 'now'>): Promise<string>;
  /** Creates an invitation with both of its links. @returns the id of the one to mail */
  invite(fields?: { email?: string; inviterName?: string; accountName?: string }): Promise<string>;
  mails(): Promise<StoredMail[]>;
  find(id: string): Promise<StoredLink | undefined>;
}

/** Prepares mailing for the tests of the enclosing `describe`; each test begins without emails and links. */
export function useMailedLinks(): MailedLinks {
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  const clock = createTestClock();
  const logLines: Record<string, unknown>[] = [];
  const log = createLog({
    level: 'info',
    process: 'test',
    destination: { write: (line) => void logLines.push(JSON.parse(line)) },
  });
  let deps: WorkerDeps;
  let operator: MailedLinks['operator'];
  before(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, { clock, log });
    const { id } = await createAccount(database.pool);
    operator = { accountId: id, domain: (await createDomain(database.pool, id)).name };
  });
  beforeEach(async () => {
    await database.pool.query(
      'TRUNCATE emails, email_contents, email_recipients, one_time_links, invitations',
    );
    logLines.length = 0;
  });
  const due: MailedLinks['due'] = (link) =>
    createMailedLink(database.pool, factoryIds, { ...link, now: clock.now() });
  return {
    database,
    clock,
    logLines,
    get operator() {
      return operator;
    },
    createProcess() {
      const { simulatorDomains } = deps.config;
      return { ...deps, acceptor: createAcceptor({ ...deps, simulatorDomains }) };
    },
    due,
    async invite({ email = 'bo@customer.dev', inviterName, accountName = 'Acme' } = {}) {
      const { pool } = database;
      const { id: accountId } = await createAccount(pool, { name: accountName });
      const inviter = await createPerson(pool, { ...(inviterName !== undefined && { name: inviterName }) });
      await createMember(pool, { accountId, personId: inviter.id });
      const invitationId = factoryIds.next();
      const now = clock.now();
      await pool.query(
        `INSERT INTO invitations (id, account_id, email, role, invited_by, created_at, expires_at)
         VALUES ($1, $2, $3, 'admin', $4, $5, $5::timestamptz + interval '7 days')`,
        [invitationId, accountId, email, inviter.id, now],
      );
      await createShownLink(pool, factoryIds, { purpose: 'invitation', email, invitationId, now });
      return await due({ purpose: 'invitation', email, invitationId });
    },
    async mails() {
      const { rows } = await database.pool.query<StoredMail>(
        `SELECT emails.account_id AS "accountId", source, from_address AS from, to_addresses AS to, subject, text, html
         FROM emails JOIN email_contents ON email_contents.id = content_id ORDER BY emails.id`,
      );
      return rows;
    },
    async find(id) {
      const { rows } = await database.pool.query<StoredLink>(
        'SELECT token_hash AS "tokenHash", mail_due_at AS "mailDueAt" FROM one_time_links WHERE id = $1',
        [id],
      );
      return rows[0];
    },
  };
}

/** The addresses of web pages in a text. */
export function urlsOf(text: string): string[] {
  return text.match(/https?:\/\/[^\s"<]+/g) ?? [];
}

/** The token of a mail. */
export function tokenOf({ text }: StoredMail): string {
  return new URL(urlsOf(text)[0] ?? '').searchParams.get('token') ?? '';
}
