// Recipients that are awake and wait for a send worker, as direct delivery needs them before it claims any; and puts
// those back to sleep that their destination does not accept now (docs/architecture/destinations.md).
import type { Queryable } from '../../../../../platform/db/connect.ts';
import { isNotSuspendedSql } from '../../../../../platform/work/suspensions/suspended.ts';
import { chosenProvidersSql } from '../../../../foundation/providers/choice.ts';
import type { MailLane } from '../../email.ts';

/** A recipient that is awake. */
export interface OfferedMail {
  id: string;
  accountId: string;
  address: string;
  /** The pool of our addresses that the domain of the sender has been given. */
  sourcePool: string | null;
  /** Our address in its last try; null: it was not tried. */
  lastSource: string | null;
  /** When it was due at first; null: its email no longer exists. */
  dueAt: Date | null;
  /** The beginning of the rest that its last event was about. */
  announcedRest: Date | null;
  /** Whether it was put off, and has not been tried since. */
  wasPutOff: boolean;
  /** Whether a server was asked for it before. */
  wasTried: boolean;
  /** The provider that it was last tried by; null: none, or the default one. */
  provider: string | null;
  /** The providers that operators have chosen for it, the one that counts first. */
  chosenProviders: string[];
}

/** A stored dialogue names our address (shared/mail/smtp-dialogue.ts); the first connections of a try are enough. */
const LAST_SOURCE = `CASE WHEN attempts > 0
  THEN substring(left(dialogue, 4000) FROM '(?:^|\\n)=[^\\t\\n]*\\t[^\\t\\n]*\\t([0-9a-f.:]+)\\t') END`;

/** `OFFSET 0` prevents a plan that scans all emails (shared/platform/work/work-table-sql.ts). */
const FIND = `
  SELECT recipient.id, recipient.account_id AS "accountId", address, announced_rest AS "announcedRest",
         destination IS NOT NULL AS "wasPutOff", dialogue IS NOT NULL AS "wasTried", provider,
         ${chosenProvidersSql({ domainId: 'email.domain_id', accountId: 'recipient.account_id', lane: 'recipient.lane' })}
           AS "chosenProviders",
         ${LAST_SOURCE} AS "lastSource", email.due_at AS "dueAt", email.source_pool AS "sourcePool"
  FROM email_recipients AS recipient
  LEFT JOIN LATERAL (
    SELECT coalesce(scheduled_at, emails.created_at) AS due_at, source_pool, domain_id
    FROM emails LEFT JOIN domains ON domains.id = emails.domain_id
    WHERE emails.id = recipient.email_id OFFSET 0) AS email ON true
  WHERE recipient.id = ANY($1::uuid[])
    AND CASE WHEN recipient.claimed_by IS NULL THEN recipient.woken_at IS NOT NULL END`;

/** Finds the recipients that are awake and not claimed. */
export async function findOfferedMail(database: Queryable, ids: readonly string[]): Promise<OfferedMail[]> {
  const { rows } = await database.query<OfferedMail>({
    name: 'find-offered-mail',
    text: FIND,
    values: [ids],
  });
  return rows;
}

/** A recipient that is put off. */
export interface PutOff {
  id: string;
  until: Date;
  /** The key of the destination whose turn it waits for; null: it is not known yet. */
  destination: string | null;
}

/** Neither a claim nor a try: rows that are claimed in the meantime stay so. The sweeper finds locked rows. */
const PUT_OFF = `
  WITH later AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS later (id, until, destination)
  ), free AS MATERIALIZED (
    SELECT id FROM email_recipients
    WHERE id = ANY($1::uuid[]) AND CASE WHEN claimed_by IS NULL THEN woken_at IS NOT NULL END
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE email_recipients AS recipient
  SET woken_at = NULL, next_attempt_at = later.until, destination = later.destination
  FROM free JOIN later ON later.id = free.id
  WHERE recipient.id = free.id AND recipient.id = ANY($1::uuid[])`;

/** Lets recipients sleep until it is their turn. */
export async function putOffMail(database: Queryable, mails: readonly PutOff[]): Promise<void> {
  await database.query({
    name: 'put-off-mail',
    text: PUT_OFF,
    values: [
      mails.map(({ id }) => id),
      mails.map(({ until }) => until),
      mails.map(({ destination }) => destination),
    ],
  });
}

/** A rest for which a recipient waits. */
export interface RestOfRecipient {
  /** The key of the destination. */
  destination: string;
  /** When it began: the event of the recipient is about this rest. */
  beganAt: Date;
}

/** Mails that a destination has room for. */
export interface Room {
  /** Its key. */
  destination: string;
  count: number;
}

/** Rows of a suspended account stay asleep; however many they are, it reads this multiple of the free room. */
const LOOKED_AT = 4;

/** Another worker may have changed a row before it is locked: only those are woken that still sleep. */
const wakeSql = (lane: MailLane) => `
  UPDATE email_recipients SET woken_at = clock_timestamp(), next_attempt_at = least(next_attempt_at, $3)
  WHERE woken_at IS NULL AND claimed_by IS NULL AND next_attempt_at IS NOT NULL AND id = ANY(ARRAY(
    SELECT recipient.id FROM unnest($1::text[], $2::integer[]) AS room (destination, count)
    CROSS JOIN LATERAL (
      SELECT id FROM email_recipients
      WHERE id = ANY(ARRAY(
          SELECT id FROM email_recipients
          WHERE destination = room.destination AND lane = '${lane}' AND next_attempt_at IS NOT NULL
            AND claimed_by IS NULL AND woken_at IS NULL AND state <> 'pending'
          ORDER BY next_attempt_at LIMIT ${LOOKED_AT} * room.count))
        AND ${isNotSuspendedSql('email_recipients.account_id')}
      ORDER BY next_attempt_at LIMIT room.count FOR NO KEY UPDATE SKIP LOCKED) AS recipient))
  RETURNING id, destination`;

/**
 * Wakes mail that was put off, in the order of the expected turns, because its destination has room. `now` is of the
 * injected clock.
 */
export async function wakePutOffMail(
  database: Queryable,
  lane: MailLane,
  rooms: readonly Room[],
  now: Date,
): Promise<{ id: string; destination: string }[]> {
  const { rows } = await database.query<{ id: string; destination: string }>({
    name: `wake-put-off-mail-${lane}`,
    text: wakeSql(lane),
    values: [rooms.map(({ destination }) => destination), rooms.map(({ count }) => count), now],
  });
  return rows;
}
