// Wakes the due rows of a kind of work in turns of their accounts, so that a million rows of one account do not block
// the few of another (docs/architecture/fairness.md): the account with the fewest rows awake is first, and an account
// stops while slots are left for others. Rows that sleep are found by an index of the order of account and time.
import type { Queryable } from '../../db/connect.ts';
import { isNotSuspendedSql } from '../suspensions/suspended.ts';
import { nameOfWork, type WorkTableDefinition, waitsWhileSuspended } from '../work-table-definition.ts';
import { ownersSql, sleepingByAccount } from './sleeping-accounts.ts';
import { type AccountTurns, AWAKE_MAX, TIMES_LEFT } from './turns.ts';

/** Up to so many rows that are due name their accounts themselves. So few are surely read in the order of their index. */
const FEW = 100;
/** The rows that a statement reads, of all accounts, and at least one of each. */
const LOOKED_AT = 20_000;
/** The part of the rows of a statement that accounts with few rows at a time may take: 300 of 1,000. */
const FEW_PART = 0.3;
/**
 * An account may have so many rows awake even if no slots are free, so that those with little work never stop the
 * others.
 */
const ALWAYS_AWAKE = 10;

/** The statements that wake in turns. */
export interface TurnStatements {
  /** Wakes rows. @returns their keys, at most `limit` */
  wake(database: Queryable, now: Date, limit: number): Promise<string[]>;
  /** Whether rows are due that still sleep. */
  isAnyDue(database: Queryable, now: Date): Promise<boolean>;
}

/** Builds the statements of a kind of work whose key is a uuid. */
export function createTurns(definition: WorkTableDefinition, turns: AccountTurns): TurnStatements {
  const kind = nameOfWork(definition);
  const choose = chooseSql(definition, turns);
  const wake = wakeSql(definition);
  const anyDue = `
    SELECT EXISTS (SELECT FROM ${definition.table} WHERE ${sleepingByTime(definition)} AND next_attempt_at <= $1) AS due`;
  const idsOf = async (database: Queryable, name: string, text: string, values: unknown[]) => {
    const { rows } = await database.query<{ id: string }>({ name: `${kind}-${name}`, text, values });
    return rows.map(({ id }) => id);
  };
  return {
    async wake(database, now, limit) {
      const chosen = await idsOf(database, 'choose-in-turns', choose, [now, limit]);
      if (chosen.length === 0) return [];
      await turns.beforeWaking?.(database, chosen, now);
      return await idsOf(database, 'wake-in-turns', wake, [now, chosen]);
    },
    async isAnyDue(database, now) {
      const { rows } = await database.query<{ due: boolean }>({
        name: `${kind}-is-any-due`,
        text: anyDue,
        values: [now],
      });
      return rows[0]?.due ?? false;
    },
  };
}

/** Rows that sleep, in the order of their times: the index of times alone has this condition. */
function sleepingByTime({ rows = 'true' }: WorkTableDefinition): string {
  return `${rows} AND claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL`;
}

/**
 * The rank of a row is how many of its account are awake with it; places are given in the order of ranks.
 *
 * Where the oldest due rows are all that are due, they name the accounts. Else the accounts whose rows sleep are found
 * one by one, each with its oldest row (sleeping-accounts.ts).
 */
function chooseSql(
  definition: WorkTableDefinition,
  { awakeToo = [], backPressure, fewAtATime }: AccountTurns,
): string {
  const { table, key, rows = 'true' } = definition;
  const sleeps = sleepingByAccount(definition);
  const awake = [rows, ...awakeToo].flatMap((lane) => [
    `(SELECT account_id, 1 AS awake, 0 AS waiting, NULL::timestamptz AS due_at FROM ${table}
      WHERE ${lane} AND claimed_by IS NULL AND woken_at IS NOT NULL ORDER BY woken_at LIMIT ${AWAKE_MAX})`,
    `SELECT account_id, 1, 0, NULL FROM ${table} WHERE claimed_by IS NOT NULL AND ${lane}`,
  ]);
  const pressure = backPressure
    ? [`SELECT account_id, 0, 1, NULL FROM (${backPressure.sql}) AS waiting`]
    : [];
  const isFree = backPressure ? `AND waiting < ${backPressure.max} - (SELECT sum(waiting) FROM facts)` : '';
  const few = `ceil(${FEW_PART} * $2)::bigint`;
  return `
    WITH RECURSIVE first AS MATERIALIZED (
      SELECT account_id, next_attempt_at FROM ${table} WHERE ${sleepingByTime(definition)} AND next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT ${FEW}
    ), ${ownersSql(definition, `(SELECT count(*) FROM first) = ${FEW}`)}, facts AS MATERIALIZED (
      SELECT account_id, sum(awake) AS awake, sum(waiting) AS waiting, min(due_at) AS due_at
      FROM (${[
        ...awake,
        ...pressure,
        'SELECT account_id, 0, 0, next_attempt_at FROM first',
        'SELECT account_id, 0, 0, next_attempt_at FROM owners',
      ].join(' UNION ALL ')}) AS fact
      WHERE EXISTS (SELECT FROM first)
      GROUP BY account_id
    ), due AS MATERIALIZED (
      SELECT account_id, awake, ${fewAtATime?.('facts.account_id') ?? 'false'} AS is_few FROM facts
      WHERE due_at <= $1 AND ${waitsWhileSuspended(definition) ? isNotSuspendedSql('facts.account_id') : 'true'} ${isFree}
    ), candidates AS (
      SELECT candidate.id, candidate.next_attempt_at, due.is_few,
             due.awake + row_number() OVER (PARTITION BY due.account_id ORDER BY candidate.next_attempt_at) AS rank
      FROM due CROSS JOIN LATERAL (
        SELECT ${key} AS id, next_attempt_at FROM ${table}
        WHERE account_id = ANY(ARRAY[due.account_id]) AND ${sleeps} AND next_attempt_at <= $1
        ORDER BY account_id, next_attempt_at
        LIMIT least(CASE WHEN due.is_few THEN ${few} ELSE $2::bigint END,
                    greatest(1, ${LOOKED_AT} / (SELECT count(*) FROM due)))) AS candidate
    )
    SELECT id FROM (
      SELECT id, rank, row_number() OVER (ORDER BY rank, next_attempt_at) AS place FROM (
        SELECT id, next_attempt_at, rank, is_few, row_number() OVER (PARTITION BY is_few ORDER BY rank, next_attempt_at) AS nth
        FROM candidates) AS candidate
      WHERE NOT is_few OR nth <= ${few}) AS placed
    WHERE place <= $2 AND rank <= greatest(
      ${ALWAYS_AWAKE}, ${TIMES_LEFT} * (${AWAKE_MAX} - (SELECT sum(awake) FROM facts) - place))
    ORDER BY place`;
}

/** CASE keeps the planner from reading the index of times. */
function wakeSql({ table, key, keyType, rows = 'true', dueWhen = 'true' }: WorkTableDefinition): string {
  return `
    UPDATE ${table} SET woken_at = clock_timestamp()
    WHERE ${key} = ANY(ARRAY(
      SELECT ${key} FROM ${table}
      WHERE ${key} = ANY($2::${keyType}[])
        AND CASE WHEN ${rows} AND claimed_by IS NULL AND woken_at IS NULL THEN next_attempt_at <= $1 AND ${dueWhen} END
      ORDER BY next_attempt_at FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING ${key} AS id`;
}
