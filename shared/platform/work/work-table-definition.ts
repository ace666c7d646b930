// What a table of work says of itself: its columns beside those that every one has, and what becomes of them on a row's
// way (work-table.ts). The statements of workers, the counts and what operators see are all made of it.

/** Names a table of work. All values are constants in our code, never input. */
export interface WorkTableDefinition {
  table: string;
  /** Primary key. */
  key: string;
  keyType: 'uuid' | 'text';
  /** Which rows become due by their time alone, for example `state <> 'pending'`; all when absent. */
  dueWhen?: string;
  /** Assignments beside the lease when a row is claimed, for example `state = 'sending'`. */
  onClaim?: string;
  /** Assignments beside the lease when a row is freed undone, for example `state = 'queued'`. */
  onReclaim?: string;
  /** Assignments beside those when it is freed because its worker died, for example a count. */
  onDeath?: string;
  /** An SQL interval for which a row waits whose worker died; null, as by default: no longer than it did. */
  waitAfterDeath?: string;
  /** False: what the rows belong to is woken instead; then `woken_at` is never set, and needs no index. */
  wakesRows?: boolean;
  /** Which rows nobody is to claim though their time has come, for example of a disabled endpoint. */
  held?: WorkHold;
  /** Which waiting rows wait because a try has failed; `attempts > 0` when absent. */
  retryWhen?: string;
  /** An SQL text: how the last try ended, for operators. */
  lastAnswer?: string;
  /** A jsonb of SQL: what the row is about, for operators. */
  about?: string;
}

/** What keeps rows from being claimed, beside their time. */
export interface WorkHold {
  /** An SQL condition on the row; `$1` is now, by the injected clock. Asked of up to 100,000 rows, so it is cheap. */
  when: string;
  /** An SQL text: what holds the row, as a sentence for operators. */
  why: string;
}
