// What the scenario `dashboard` runs on: the API with an account of 100,000 emails, a person who is signed in to it,
// and a browser. No worker runs, so nothing changes but what the scenario changes.
import type { Browser } from 'playwright-core';
import { Client } from 'undici';
import { ensureDashboardBuilt } from '../../dev/build/build-dashboard.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds, type Ids } from '../../shared/platform/time/ids.ts';
import { createSession } from '../../shared/resources/foundation/sessions/create.ts';
import type { BenchProcess } from '../processes/start.ts';
import { openDatabase } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import { urlOf, type Variant, type VariantProcess } from '../variant.ts';
import { launchChromium } from './chromium.ts';
import { fillOtherLists } from './other-lists.ts';

/** A running service. */
export interface DashboardService {
  servers: Servers;
  database: Database;
  ids: Ids;
  accountId: string;
  api: VariantProcess;
  apiUrl: string;
  /** The headers of a program of the account. */
  keyHeaders: Record<string, string>;
  /** The origin where the browser finds the dashboard, the bare page and the API. */
  origin: string;
  /** The token of the session. */
  session: string;
  /** Id of the email that page 2,000 follows. */
  lastPageAfter: string;
  browser: Browser;
  /** A connection to the API. */
  client: Client;
  stop(): Promise<void>;
}

/** The emails of the account: half of the stored ones are the first account's (bench/posthorn/stored-mail.ts). */
export const EMAILS = 100_000;
export const STORED = 2 * EMAILS;
/** Rows of a page (dashboard/lists/state/list-spec.ts). */
export const PAGE_SIZE = 50;

const NAME = 'dashboard';
/** No mail is sent, so no server listens. */
const NO_SMTP_PORT = 1;

/** Opens the service. @param template a database with `STORED` mails */
export async function openDashboardService(
  servers: Servers,
  variant: Variant,
  template: string,
): Promise<DashboardService> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    return { ...(await open(servers, { variant, template }, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  servers: Servers,
  { variant, template }: { variant: Variant; template: string },
  undo: (() => Promise<unknown>)[],
): Promise<Omit<DashboardService, 'stop'>> {
  if (!(await ensureDashboardBuilt())) throw new Error('The dashboard cannot be built.');
  const { startProcess, databases, redisUrl, startPostfix } = servers;
  const databaseUrl = await databases.clone(NAME, template);
  undo.push(() => databases.drop(NAME));
  const database = openDatabase(databaseUrl);
  undo.push(() => database.end());
  const ids = createIds(createSystemClock());
  const accountId = await readAccountId(database);
  await fillOtherLists(database, accountId, PAGE_SIZE);
  const session = await signIn(database, ids, accountId);
  const { target, processes } = await variant.start({
    startProcess,
    databaseUrl,
    redisUrl,
    queuePrefix: `{${NAME}}`,
    smtpPort: NO_SMTP_PORT,
    processes: { api: 1, send: 0 },
    startPostfix,
  });
  undo.push(() => Promise.all(processes.map((process) => process.stop())));
  const [api] = processes;
  if (target.protocol !== 'http' || !api) throw new Error('The dashboard needs an API.');
  const [apiUrl = ''] = target.urls;
  const front: BenchProcess = await startProcess({
    name: 'front',
    command: ['bench/dashboard/front-main.ts', apiUrl],
  });
  undo.push(() => front.stop());
  const client = new Client(apiUrl);
  undo.push(() => client.close());
  const browser = await launchChromium();
  undo.push(() => browser.close());
  const lastPageAfter = await findLastPage(database, accountId);
  const callers = { keyHeaders: target.headers, origin: urlOf(front), session };
  return { servers, database, ids, accountId, api, apiUrl, ...callers, lastPageAfter, browser, client };
}

/** Only the first account has a key. */
export async function readAccountId(database: Database): Promise<string> {
  const { rows } = await database.query<{ id: string }>('SELECT account_id AS id FROM api_keys');
  const [owner] = rows;
  if (!owner || rows.length > 1) throw new Error('The database must have one API key.');
  return owner.id;
}

/** @returns the token of a session of a new owner of the account */
export async function signIn(database: Database, ids: Ids, accountId: string): Promise<string> {
  const personId = ids.next();
  return await transaction(database, async (client) => {
    await client.query(INSERT_PERSON, [personId]);
    await client.query(INSERT_MEMBER, [ids.next(), accountId, personId]);
    const origin = { address: '127.0.0.1', userAgent: 'bench' };
    const { token } = await createSession(client, ids, { personId, accountId, now: new Date(), ...origin });
    return token;
  });
}

const INSERT_PERSON = `
  INSERT INTO people (id, email, name, confirmed_at, created_at)
  VALUES ($1, 'ada@bench.local', 'Ada Lovelace', now(), now())`;

const INSERT_MEMBER = `
  INSERT INTO members (id, account_id, person_id, role, is_proven, created_at)
  VALUES ($1, $2, $3, 'owner', true, now())`;

/** @throws Error when the account does not have as many emails as the figures say */
async function findLastPage(database: Database, accountId: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM emails WHERE account_id = $1 ORDER BY id DESC OFFSET $2',
    [accountId, EMAILS - PAGE_SIZE - 1],
  );
  if (rows.length !== PAGE_SIZE + 1) throw new Error(`The account does not have ${EMAILS} emails.`);
  return rows[0]?.id ?? '';
}
