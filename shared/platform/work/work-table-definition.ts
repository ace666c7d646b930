// The definition of a table of work: its key, and how its other columns change when a row is claimed, released or freed
// (work-table.ts). The statements of the workers, the metrics and the commands of operators are generated from it.

import type { AccountTurns } from './turns/turns.ts';

/** Describes a table of work. All values are SQL constants in our code, never input of a user. */
export interface WorkTableDefinition {
  table: string;
  /**
   * The name of the kind of work, where a table has several: for prepared statements, metrics and operators. The table's by
   * default.
   */
  name?: string;
  /** SQL condition: the rows of the table that are this kind of work, such as `lane = 'campaign'`; all by default. */
  rows?: string;
  /** Primary key. */
  key: string;
  keyType: 'uuid' | 'text';
  /** SQL condition: rows that become due by their time alone, for example `state <> 'pending'`; all rows by default. */
  dueWhen?: string;
  /**
   * The rows of a suspended account `wait` until it is resumed, the default, or `go on`, because they belong to others
   * or only remove something. Rows without an `account_id` continue.
   */
  whileSuspended?: 'wait' | 'go on';
  /** SQL assignments for a woken row that returns to sleep because its account is suspended. */
  onSuspension?: string;
  /** Its accounts take turns; absent: due rows are woken in the order of their times. */
  turns?: AccountTurns;
  /** SQL assignments, in addition to the lease, when a row is claimed, for example `state = 'sending'`. */
  onClaim?: string;
  /** SQL assignments, in addition to the lease, when a row is freed without an outcome, such as `state = 'queued'`. */
  onReclaim?: string;
  /** More SQL assignments when the row is freed because its worker died, for example a counter. */
  onDeath?: string;
  /** SQL interval: how long a row waits after its worker died. Null, the default: its due time does not change. */
  waitAfterDeath?: string;
  /** False: wake-ups name the parent of the rows instead; then `woken_at` is never set and needs no index. */
  wakesRows?: boolean;
  /** Rows that must not be claimed although they are due, for example those of a disabled endpoint. */
  held?: WorkHold | undefined;
  /** SQL condition: waiting rows that wait for a retry; `attempts > 0` by default. */
  retryWhen?: string;
  /** SQL expression (text): how the last attempt ended, for operators. */
  lastAnswer?: string;
  /** SQL expression (jsonb): what the row is about, for operators. */
  about?: string;
}

/** A reason, other than the due time, why rows are not claimed. */
export interface WorkHold extends HoldCondition {
  /** Rows that are not due yet, and still count as held: they wait for others, not for a time. */
  later?: HoldCondition | undefined;
}

/** The condition of held rows, and the reason. */
export interface HoldCondition {
  /**
   * SQL condition; `$1` is the time of the injected clock. It must be cheap: it is evaluated for up to 100,000 rows. Null
   * means that the row will only be removed: it counts neither as due nor as held.
   */
  when: string;
  /** SQL expression (text): why the row is held, as a sentence for operators. */
  why: string;
}

/** The name of a kind of work. */
export function nameOfWork({ table, name = table }: Pick<WorkTableDefinition, 'table' | 'name'>): string {
  return name;
}

/** Whether rows of this kind wait while their account is suspended. */
export function waitsWhileSuspended({
  whileSuspended,
}: Pick<WorkTableDefinition, 'whileSuspended'>): boolean {
  return whileSuspended !== 'go on';
}
