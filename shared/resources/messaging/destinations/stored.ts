// Reads and writes the rows of destinations. An improvement that a process has learned is written only if the process
// has seen the last change for the worse: otherwise it would undo a request that another process got.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { MailLane } from '../emails/email.ts';
import {
  CLOCK_SLACK_MS,
  type DestinationKey,
  type DestinationRest,
  type Pace,
  type StoredDestination,
} from './destination.ts';

interface Row extends DestinationKey, Pace {
  restsUntil: Date | null;
  restedAt: Date | null;
  reason: DestinationRest['reason'] | null;
  reply: string | null;
  version: string;
  transactionalAt: Date | null;
  campaignAt: Date | null;
  updatedAt: Date;
}

export const DESTINATION_COLUMNS = `
  provider, source, "window", rate, rests_until AS "restsUntil", rested_at AS "restedAt", reason, reply,
  version::text, transactional_at AS "transactionalAt", campaign_at AS "campaignAt", updated_at AS "updatedAt"`;

/** A row, selected by DESTINATION_COLUMNS. */
export function toDestination(row: Row): StoredDestination {
  const { provider, source, window, rate, restsUntil, restedAt, reason, reply, updatedAt } = row;
  return {
    provider,
    source,
    window,
    rate,
    updatedAt,
    version: Number(row.version),
    rest:
      restsUntil && restedAt && reason
        ? { beganAt: restedAt, until: restsUntil, reason, reply: reply ?? '' }
        : null,
    waitedAt: { transactional: row.transactionalAt, campaign: row.campaignAt },
  };
}

/** Finds the stored ones of these destinations. */
export async function findDestinations(
  database: Queryable,
  keys: readonly DestinationKey[],
): Promise<StoredDestination[]> {
  const { rows } = await database.query<Row>({
    name: 'find-destinations',
    text: `SELECT ${DESTINATION_COLUMNS} FROM destinations JOIN unnest($1::text[], $2::text[]) AS wanted (provider, source)
             USING (provider, source)`,
    values: [keys.map(({ provider }) => provider), keys.map(({ source }) => source)],
  });
  return rows.map(toDestination);
}

/** The other inputs that change the paces of a process. */
export interface ChangedDestinations {
  changed: StoredDestination[];
  /** The time of the database's clock before it was read. */
  readAt: Date;
  /** Live processes of the group. */
  processes: number;
}

/**
 * Finds the changes.
 * @param since a time of the database's clock; null: nothing is wanted yet
 * @param deadAfterMs a process that was silent for so long counts as dead
 */
export async function findChangedDestinations(
  database: Queryable,
  since: Date | null,
  { group, deadAfterMs }: { group: string; deadAfterMs: number },
): Promise<ChangedDestinations> {
  const { rows: facts } = await database.query<Omit<ChangedDestinations, 'changed'>>({
    name: 'find-live-processes',
    text: `SELECT clock_timestamp() AS "readAt", count(*)::integer AS processes FROM worker_processes
           WHERE $1 = ANY(groups) AND heartbeat_at > clock_timestamp() - $2 * interval '1 millisecond'`,
    values: [group, deadAfterMs],
  });
  const { rows } = await database.query<Row>({
    name: 'find-changed-destinations',
    text: `SELECT ${DESTINATION_COLUMNS} FROM destinations WHERE updated_at > $1`,
    values: [since],
  });
  return {
    changed: rows.map(toDestination),
    readAt: facts[0]?.readAt ?? new Date(0),
    processes: facts[0]?.processes ?? 0,
  };
}

/** A change for the worse. */
export interface Narrowing extends DestinationKey, Pace {
  /** A rest that begins, or lasts longer; null: none. */
  rest: DestinationRest | null;
}

/** The stored rest lasts: it is not one that would begin in the future of a clock that was set back. */
const LASTS = `known.rested_at <= $9::timestamptz + interval '${CLOCK_SLACK_MS} milliseconds'`;
/** Its end and its words stay. */
const STAYS = `($5::timestamptz IS NULL OR $5 < known.rests_until AND ${LASTS})`;

/**
 * Writes a change for the worse. `now` is of the injected clock.
 * @returns the present destination: others may have narrowed it more
 */
export async function narrowDestination(
  database: Queryable,
  change: Narrowing,
  now: Date,
): Promise<StoredDestination> {
  const { provider, source, window, rate, rest } = change;
  const { rows } = await database.query<Row>({
    name: 'narrow-destination',
    // A rest that lasts longer than the one before takes its place; it is the same one while that is not over.
    text: `
      INSERT INTO destinations AS known (provider, source, "window", rate, rests_until, rested_at, reason, reply, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())
      ON CONFLICT (provider, source) DO UPDATE SET
        "window" = least(known."window", excluded."window"), rate = least(known.rate, excluded.rate),
        rests_until = CASE WHEN ${STAYS} THEN known.rests_until ELSE excluded.rests_until END,
        rested_at = CASE WHEN excluded.rested_at <= known.rests_until AND ${LASTS} THEN known.rested_at
                         ELSE coalesce(excluded.rested_at, known.rested_at) END,
        reason = CASE WHEN ${STAYS} THEN known.reason ELSE excluded.reason END,
        reply = CASE WHEN ${STAYS} THEN known.reply ELSE excluded.reply END,
        version = known.version + 1, updated_at = clock_timestamp()
      RETURNING ${DESTINATION_COLUMNS}`,
    values: [provider, source, window, rate, rest?.until, rest?.beganAt, rest?.reason, rest?.reply, now],
  });
  return toDestination(rows[0] as Row);
}

/** An improvement that a process has learned. */
export interface Opening extends DestinationKey, Pace {
  /** The version that it knows; 0: the destination is not stored. */
  version: number;
  /** Mail of its lane had to wait since it was last written. */
  isWaitedFor: boolean;
}

/** Writes improvements, if the destination was not narrowed in the meantime. `now` is of the injected clock. */
export async function openDestinations(
  database: Queryable,
  lane: MailLane,
  openings: readonly Opening[],
  now: Date,
): Promise<void> {
  if (openings.length === 0) return;
  const waitedAt = lane === 'campaign' ? 'campaign_at' : 'transactional_at';
  await database.query({
    name: `open-destinations-${lane}`,
    text: `
      INSERT INTO destinations AS known (provider, source, "window", rate, version, ${waitedAt}, updated_at)
      SELECT provider, source, "window", rate,
             CASE WHEN version > 0 THEN version ELSE (extract(epoch FROM clock_timestamp()) * 1000000)::bigint END,
             CASE WHEN is_waited_for THEN $7::timestamptz END, clock_timestamp()
      FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::bigint[], $6::boolean[])
        AS opening (provider, source, "window", rate, version, is_waited_for)
      ORDER BY provider, source
      ON CONFLICT (provider, source) DO UPDATE SET
        "window" = excluded."window", rate = excluded.rate,
        ${waitedAt} = coalesce(excluded.${waitedAt}, known.${waitedAt}), updated_at = clock_timestamp()
      WHERE known.version = excluded.version`,
    values: [
      openings.map(({ provider }) => provider),
      openings.map(({ source }) => source),
      openings.map(({ window }) => window),
      openings.map(({ rate }) => rate),
      openings.map(({ version }) => version),
      openings.map(({ isWaitedFor }) => isWaitedFor),
      now,
    ],
  });
}
