// The destinations as operators see them: all mailbox providers, or those that rest.
import type { Queryable } from '../../../platform/db/connect.ts';
import { COUNT_MAX } from '../../../platform/work/count.ts';
import { type DestinationRest, IS_MAILBOX_PROVIDER, type StoredDestination } from './destination.ts';
import { sentLastHourSql } from './sent.ts';
import { DESTINATION_COLUMNS, toDestination } from './stored.ts';

/** More rests than a page shows are an outage of ours. */
const RESTS_MAX = 50;
/** Characters of a reply on a page; a server may say 64 KB. */
const REPLY_MAX = 500;
type Row = Parameters<typeof toDestination>[0];

/** A destination, and the mail that waits for it. */
export interface ListedDestination extends StoredDestination {
  /** Recipients that wait for its turn; COUNT_MAX at most. */
  waiting: number;
  /** Mails that it took in the last hour, about. */
  sent: number;
}

/** Lists destinations: those that rest, then the others, of each the ones first whose pace has changed last. */
export async function listDestinations(
  database: Queryable,
  { limit, now }: { limit: number; now: Date },
): Promise<{ rows: ListedDestination[]; hasMore: boolean }> {
  const { rows } = await database.query<Row & Pick<ListedDestination, 'waiting' | 'sent'>>(
    `SELECT ${DESTINATION_COLUMNS}, ${sentLastHourSql('$1')} AS sent, (
       SELECT count(*)::integer FROM (
         SELECT FROM email_recipients WHERE destination = listed.provider || ' ' || listed.source AND next_attempt_at IS NOT NULL
         ORDER BY destination, lane, next_attempt_at LIMIT ${COUNT_MAX}) AS counted) AS waiting
     FROM (SELECT *, coalesce(rests_until > $1, false) AS rests FROM destinations
           WHERE ${IS_MAILBOX_PROVIDER} ORDER BY rests DESC, updated_at DESC, provider, source LIMIT $2) AS listed
     ORDER BY rests DESC, updated_at DESC, provider, source`,
    [now, limit + 1],
  );
  const listed = rows.map((row) => ({ ...toDestination(row), waiting: row.waiting, sent: row.sent }));
  return { rows: listed.slice(0, limit), hasMore: rows.length > limit };
}

/** A destination that rests, as the pages for operators show it. */
export interface RestingDestination {
  provider: string;
  /** Our address; null: the one that the system chooses. */
  source: string | null;
  rests_until: Date;
  reason: DestinationRest['reason'];
  /** The reply of the provider, or the operators' reason. */
  reply: string;
}

/** Lists what rests: first what blocks us, then what operators have put to rest; of each the longest rests. */
export async function listRests(database: Queryable, now: Date): Promise<RestingDestination[]> {
  const { rows } = await database.query<RestingDestination>(
    `SELECT provider, nullif(source, '') AS source, rests_until, reason, coalesce(left(reply, ${REPLY_MAX}), '') AS reply
     FROM destinations WHERE rests_until > $1
     ORDER BY reason = 'blocked' DESC, reason = 'operator' DESC, rests_until DESC, provider, source
     LIMIT ${RESTS_MAX}`,
    [now],
  );
  return rows;
}
