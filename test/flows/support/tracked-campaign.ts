// Mail of a campaign that was sent, and the hits that its people and scanners make, for the flow of tracking.
import type { Database } from '../../../shared/platform/db/connect.ts';
import { extent } from '../../support/extent.ts';
import type { MadeCampaign } from '../../support/factories/campaign-factories.ts';
import { BROWSER } from '../../support/factories/tracking-factories.ts';
import { createRandom } from '../../support/random.ts';

export const HITS = extent('TRACKING_FLOW_HITS', 1_000, 30_000);
/** Every recipient has so many. */
const HITS_EACH = 10;
/** Every tenth recipient is a contact, and starts an automation by a click. */
const CONTACT_EACH = 10;
/** Each recipient follows one of so many links. */
const LINKS = 300;
export const UTM = { source: 'news' };

/** A request of one client, which no other one makes. */
export interface Hit {
  recipientId: string;
  /** Undefined: the pixel. */
  target: string | undefined;
  userAgent: string;
  /** No machine. */
  isPerson: boolean;
  /** In which life of web it was answered, and as which of all hits; undefined: the connection broke. */
  answered?: { life: number; order: number; atMs: number };
}

/** A person who got a mail of the campaign. */
export interface MailedPerson {
  recipientId: string;
  emailId: string;
  address: string;
}

export async function prepareMail(
  database: Database,
  domainId: string,
  { id, accountId, dispatchId, contentId }: MadeCampaign,
  people = HITS / HITS_EACH,
): Promise<MailedPerson[]> {
  const { rows } = await database.query<MailedPerson>(
    `WITH given AS MATERIALIZED (
       SELECT n, uuid_v7(now()) AS id, uuid_v7(now()) AS recipient_id, uuid_v7(now()) AS contact_id,
              'person' || n || '@customer.dev' AS address
       FROM generate_series(1, $3::integer) AS n
     ), mails AS (
       INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                           to_addresses, subject, created_at, sent_at, tracking, campaign_id, dispatch_id, contact_id)
       SELECT id, $1, $2, id, 'campaign', 'delivered', id::text, 'ana@acme.dev', 'ana@acme.dev', ARRAY[address], 'Hello', now(),
              now() - interval '1 hour', 3, $5, $6, contact_id FROM given
     ), contents AS (
       INSERT INTO email_contents (id, account_id, source_id, created_at) SELECT id, $1, $7, now() FROM given
     ), in_campaign AS (
       INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, due_at, email_id)
       SELECT $6, contact_id, $1, 0, 'delivered', now(), id FROM given
     ), people AS (
       INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
       SELECT contact_id, $1, audience_id, address, address, now(), now()
       FROM given, domains WHERE domains.id = $2 AND n % $4 = 0
     )
     INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at, sent_at)
     SELECT recipient_id, id, $1, 'to', 0, address, 'delivered', 'transactional', now(), now() - interval '1 hour'
     FROM given RETURNING id AS "recipientId", email_id AS "emailId", address`,
    [accountId, domainId, people, CONTACT_EACH, id, dispatchId, contentId],
  );
  return rows;
}

/** Without the parameter of the campaign. */
export const urlOf = (target: string): string => target.replace('&utm_source=news', '');

/** All recipients take turns, each with people and scanners. Each follows one link only, or it would be a scanner. */
export function planHits(recipientIds: readonly string[]): Hit[] {
  const random = createRandom(HITS);
  const links = recipientIds.map(() => Math.floor(random() * LINKS));
  return Array.from({ length: HITS }, (_, number) => {
    const round = Math.floor(number / recipientIds.length);
    const recipientId = recipientIds[number % recipientIds.length] ?? '';
    // In some mail a person clicks without an open.
    const isClick = round === 0 ? number % 3 === 0 : round % 2 === 0;
    const isPerson = round % 3 === 0;
    return {
      recipientId,
      isPerson,
      userAgent: isPerson ? `${BROWSER}.${number}` : `curl/8.${number}`,
      target: isClick
        ? `https://shop.example/sale?for=${links[number % recipientIds.length]}&amp=1&utm_source=news#a`
        : undefined,
    };
  });
}
