// Reads the marks of change of many accounts as one SELECT, and finds what has changed.
import { type CombinableQuery, queryCombined } from '../../../platform/db/combined-query.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { ChangeLog, ChangeMark } from '../change-mark.ts';
import { openSessions } from '../sessions/open-sessions.ts';

/** More rows of a log in a second than that are taken for changes of everything. */
const ROWS_MAX = 300;
/**
 * Rows of a log are not committed in the order of their ids, and clocks differ: so many, and all new ones, are read
 * again.
 */
const OVERLAP = 20;

/** The sources of changes of an account. */
export interface ChangeSources {
  marks: readonly ChangeMark[];
  logs: readonly ChangeLog[];
}

/** The rows of a log that were seen. */
interface SeenRows {
  ids: ReadonlySet<string>;
  /** The position from which it is read on. */
  after: string;
}

/** The marks that were read of an account. */
export interface MarksOfAccount {
  accountId: string;
  values: readonly string[];
  /** The newest rows of each log, the newest first: id and what it says. */
  rows: readonly (readonly [id: string, what: string | null][])[];
}

/**
 * For this transaction. Where most accounts are small, Postgres would rather read all rows of an account and sort them than
 * walk the index that has the newest first; of a large account these are millions.
 */
const IN_ORDER_OF_INDEXES = `
  SELECT set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
         set_config('plan_cache_mode', 'force_generic_plan', true)`;

/** The watched accounts. */
export interface Watched {
  sessionIds: readonly string[];
  /** The accounts with the marks that were seen before. */
  accounts: ReadonlyMap<string, SeenMarks>;
}

/** Reads which sessions are open, and the marks of accounts. @param client of a transaction */
export async function readWatched(
  client: Queryable,
  sources: ChangeSources,
  { sessionIds, accounts }: Watched,
  now: Date,
): Promise<readonly [sessions: ReadonlyMap<string, string>, marks: MarksOfAccount[]]> {
  const [, read] = await Promise.all([
    client.query({ name: 'read-in-order', text: IN_ORDER_OF_INDEXES }),
    queryCombined(client, 'read-changes', [openSessions(sessionIds, now), marksOf(sources, accounts, now)]),
  ]);
  return read;
}

/** The SELECT of the marks. */
function marksOf(
  { marks, logs }: ChangeSources,
  accounts: ReadonlyMap<string, SeenMarks>,
  now: Date,
): CombinableQuery<MarksOfAccount[]> {
  const account = 'watched.account_id';
  const values = marks.map((mark) => `${mark.value(account, '$1::timestamptz')}::text`);
  const rows = logs.map(
    (log, at) => `
      (SELECT coalesce(json_agg(json_build_array(row.id, row.what)), '[]')
       FROM (${log.rows(account, `watched.after_${at}`, ROWS_MAX)}) AS row)`,
  );
  const afters = logs.map((_, at) => `after_${at}`);
  return {
    text: `SELECT ${account} AS "accountId", json_build_array(${values.join(', ')}) AS values,
                  json_build_array(${rows.join(', ')}) AS rows
           FROM unnest($2::uuid[]${logs.map((_, at) => `, $${at + 3}::text[]`).join('')})
             AS watched (${['account_id', ...afters].join(', ')})`,
    values: [
      now,
      [...accounts.keys()],
      ...logs.map((_, at) => [...accounts.values()].map((seen) => seen.afterOf(at))),
    ],
    answer: (found: MarksOfAccount[]) => found,
  };
}

/** The marks that were seen of an account. */
export class SeenMarks {
  readonly #sources: ChangeSources;
  #values: readonly string[] | undefined;
  #logs: readonly SeenRows[];

  constructor(sources: ChangeSources) {
    this.#sources = sources;
    this.#logs = sources.logs.map(({ firstId }) => ({ ids: new Set(), after: firstId }));
  }

  /** Whether anything was seen. */
  get isKnown(): boolean {
    return this.#values !== undefined;
  }

  afterOf(log: number): string {
    return this.#logs[log]?.after ?? '';
  }

  /** Stores the marks that were read. @returns the names of what has changed since; none at the first time */
  take({ values, rows }: MarksOfAccount): Set<string> | 'everything' {
    const before = this.#values;
    const logsBefore = this.#logs;
    const isNew = (at: number, id: string) => !logsBefore[at]?.ids.has(id);
    this.#values = values;
    this.#logs = rows.map((ofLog, at) => {
      const oldestNew = ofLog.findLastIndex(([id]) => isNew(at, id));
      const after = ofLog[Math.max(OVERLAP - 1, oldestNew)]?.[0] ?? this.afterOf(at);
      return { ids: new Set(ofLog.map(([id]) => id)), after };
    });
    if (!before) return new Set();
    const { marks, logs } = this.#sources;
    const changed = new Set(marks.flatMap(({ names }, at) => (values[at] === before[at] ? [] : names)));
    for (const [at, log] of logs.entries()) {
      const read = rows[at] ?? [];
      const found = read.filter(([id]) => isNew(at, id));
      // There may be more before the last of them.
      if (read.length === ROWS_MAX && found.at(-1) === read.at(-1)) return 'everything';
      for (const [, what] of found)
        for (const name of [...log.names, ...log.namesOf(what)]) changed.add(name);
    }
    return changed;
  }
}
