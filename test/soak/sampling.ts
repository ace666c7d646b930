// Reads during a long run what must not grow: heaps after a collection and open files of the processes that live, and rows
// and bytes of each table and index.
import { readdirSync } from 'node:fs';
import { openInspector } from '../../bench/processes/inspected.ts';
import type { Sample } from './growth.ts';
import { repeat } from './repeat.ts';
import type { World } from './world.ts';

const SAMPLES = 40;
/** Partitions count as their table, with their indexes. TOAST counts as its table. An index is named after its table. */
const BYTES = `
  SELECT concat_ws(' ', 'bytes', coalesce(of_table.inhparent, indrelid)::regclass,
                   coalesce(own.inhparent, oid)::regclass) AS what,
         sum(CASE WHEN relkind = 'r' THEN pg_table_size(oid) ELSE pg_relation_size(oid) END)::float AS value
  FROM pg_class LEFT JOIN pg_inherits AS own ON own.inhrelid = oid
  LEFT JOIN pg_index ON indexrelid = oid LEFT JOIN pg_inherits AS of_table ON of_table.inhrelid = indrelid
  WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace GROUP BY 1`;
const COUNTS = `
  SELECT string_agg(format('SELECT %L AS what, count(*)::float AS value FROM %s', 'rows ' || oid::regclass,
                           oid::regclass), ' UNION ALL ') AS text
  FROM pg_class
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`;

/** Begins. */
export async function startSampling({ database, pairs }: World, durationMs: number) {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const inspectors = await Promise.all(pairs.map(({ inspector }) => openInspector(inspector)));

  const readTables = async () => {
    const { rows: counts } = await database.query<{ text: string }>(COUNTS);
    const read = (text: string) => database.query<{ what: string; value: number }>(text);
    const found = [await read(BYTES), await read(counts[0]?.text ?? '')].flatMap(({ rows }) => rows);
    return Object.fromEntries(found.map(({ what, value }) => [what, value]));
  };
  const readProcesses = async () => {
    const values: Record<string, number> = {};
    for (const [place, { kind, steady }] of pairs.entries()) {
      values[`heap ${kind}`] = (await inspectors[place]?.heapAfterCollection()) ?? 0;
      values[`files ${kind}`] = readdirSync(`/proc/${steady.pid}/fd`).length;
    }
    return values;
  };
  const sample = async () => {
    // While Postgres is unavailable there are no tables to see.
    const tables = await readTables().catch(() => ({}));
    const values = { ...(await readProcesses()), ...tables };
    samples.push({ at: (performance.now() - startedAt) / durationMs, values });
  };
  const end = repeat(sample, () => durationMs / SAMPLES);
  return {
    samples,
    async end() {
      await end();
      await Promise.all(inspectors.map((inspector) => inspector.close()));
    },
  };
}
