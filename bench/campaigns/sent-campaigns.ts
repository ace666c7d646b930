// Campaigns in a run of the bench: the API creates and sends one, and the database shows how far it is; as the peer of its
// audience the same rows by one bare INSERT … SELECT.
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { Database } from '../../shared/platform/db/connect.ts';
import { SENDER_DOMAIN } from '../load/mail.ts';
import { monotonicMs } from '../monotonic.ts';
import type { Run } from '../run.ts';
import { queryWithoutTimeout } from '../servers/open-database.ts';
import { queryCount } from '../variant.ts';
import { type CampaignKind, campaignContent } from './stored-audience.ts';

const POLL_MS = 10;
const SECOND_MS = 1_000;
const REFUSED_FROM = 300;

/** A campaign that is being sent. */
export interface RunningCampaign {
  id: string;
  /** When its audience began to be taken, and when it was taken, by the monotonic clock. */
  beganAtMs: number;
  takenAtMs: number;
}

/** Sends a campaign to all contacts, and waits until its audience is taken. */
export async function sendCampaign(run: Run, kind: CampaignKind): Promise<RunningCampaign> {
  const { target } = run.running;
  if (target.protocol !== 'http') throw new Error('Campaigns need an API.');
  const { rows } = await run.database.query<{ id: string }>(
    'SELECT audience_id AS id FROM domains WHERE name = $1',
    [SENDER_DOMAIN],
  );
  const answer = await request(`${target.urls[0]}/campaigns`, {
    method: 'POST',
    headers: { ...target.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...campaignContent(run.plan.htmlBytes, kind),
      audience_id: rows[0]?.id,
      send: true,
    }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= REFUSED_FROM) throw new Error(`POST /campaigns: ${text}`);
  const { id } = JSON.parse(text) as { id: string };
  const beganAtMs = await waitForStatus(run, id, 'dispatch_id IS NOT NULL');
  return { id, beganAtMs, takenAtMs: await waitForStatus(run, id, `status = 'sending'`) };
}

async function waitForStatus({ database }: Run, id: string, condition: string): Promise<number> {
  const sql = `SELECT count(*) FROM campaigns WHERE id = $1 AND ${condition}`;
  while ((await queryCount(database, sql, [id])) === 0) await pause(POLL_MS);
  return monotonicMs();
}

/** How many of its mails have arrived. */
export function countSent(database: Database, id: string): Promise<number> {
  return queryCount(
    database,
    `SELECT coalesce(sum(count), 0) AS count FROM campaign_metrics WHERE campaign_id = $1 AND metric = 'delivered'`,
    [id],
  );
}

const INSERT_BARE = `
  INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, due_at)
  SELECT (SELECT uuid_v7(now())), contacts.id, contacts.account_id, hashtext(contacts.id::text), 'pending', now()
  FROM contacts`;

/** @returns recipients a second */
export async function insertBareAudience(database: Database, contacts: number): Promise<number> {
  const startedAtMs = monotonicMs();
  await queryWithoutTimeout(database, INSERT_BARE);
  const seconds = (monotonicMs() - startedAtMs) / SECOND_MS;
  const inserted = await queryCount(database, 'SELECT count(*) FROM campaign_recipients');
  if (inserted !== contacts) throw new Error(`There are ${inserted} of ${contacts} recipients.`);
  return contacts / seconds;
}
