// Turns of accounts in a kind of work: how many of its rows are awake (woken or claimed), of all accounts and of one.
// The other rows sleep in the table, so that a stop finds them there, and are woken in turn (wake-in-turns.ts).
import type { Queryable } from '../../db/connect.ts';

/** Rows of a kind of work that are awake at a time. */
export const AWAKE_MAX = 2_000;
/** An account may have so many times the free slots: 1,500 when it is alone, 857 when there are two. */
export const TIMES_LEFT = 3;
/** The first rows of an account overtake the later ones, in a queue of their own: they wait for no other account. */
export const FIRST_MAX = 100;
/** While no more rows than these are awake, all of them are first: a worker does so few in a second. */
export const FEW_AWAKE = AWAKE_MAX / 4;

/** How the accounts of a kind of work take turns. */
export interface AccountTurns {
  /** SQL conditions of other rows of the table that count as awake, such as `lane = 'event'`. */
  awakeToo?: readonly string[];
  /** An account is not woken while its own waiting work fills the free slots of these. */
  backPressure?: {
    /** SQL query of `account_id`, one row for each thing that waits. */
    sql: string;
    max: number;
  };
  /**
   * SQL condition: an account much of whose work `beforeWaking` may defer. Few rows of such accounts are selected at a
   * time, because deferred rows take the slots of others. `account` is an SQL expression of its id.
   */
  fewAtATime?(account: string): string;
  /** Called with rows that are about to be woken. A row whose time it moves on is not woken. */
  beforeWaking?(database: Queryable, ids: readonly string[], now: Date): Promise<void>;
}

/** The initial state of rows that are due at once. */
export type InitialTurn =
  /** Awake, ahead of others. */
  | 'first'
  /** Awake, after what other accounts have awake. */
  | 'in_turn'
  /** Asleep, until it is the turn of their account. */
  | 'waiting';

/**
 * Describes the rows of a kind of work that are held while its accounts take turns: they are due while many others are
 * awake.
 */
export function holdOfTurns(table: string, rows: string, what: string) {
  return {
    when: `(SELECT count(*) FROM (SELECT FROM ${table} WHERE ${rows} AND claimed_by IS NULL AND woken_at IS NOT NULL
            LIMIT ${FEW_AWAKE}) AS awake) = ${FEW_AWAKE}`,
    why: `'${waitsForTurn(what)}'`,
  };
}

/** Why a row sleeps that is due: a sentence for operators. @param what the rows, in the plural */
export function waitsForTurn(what: string): string {
  return `It waits for its turn: at most ${AWAKE_MAX} ${what} are awake at a time.`;
}
