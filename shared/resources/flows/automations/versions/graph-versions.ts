// The graphs as they were enabled, compiled. A version never changes, so compiled graphs are cached by its id.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { ByteCache } from '../../../../platform/sharing/byte-cache.ts';
import { compileGraph } from '../graph/compile.ts';
import type { CompiledGraph } from '../graph/compiled.ts';
import type { GraphVersion } from '../graph/graph.ts';

/** Graphs that stay in memory, as JSON; compiled they take about four times as much. */
const CACHE_MAX_BYTES = 16 * 1024 * 1024;

/** A version that runs can take. */
export interface LoadedVersion {
  version: GraphVersion;
  graph: CompiledGraph;
  /** The size of the JSON. */
  bytes: number;
}

const FIND = `
  SELECT id, automation_id AS "automationId", number, format, graph ->> 'triggerKey' AS "triggerKey",
         graph, properties, octet_length(graph::text) AS bytes
  FROM automation_versions WHERE id = ANY($1::uuid[])`;

/** The compiled versions of a process. */
export class GraphVersions {
  readonly #loaded = new ByteCache<LoadedVersion>(CACHE_MAX_BYTES);

  /**
   * Loads versions by their ids, those that are not in memory with one statement.
   * @throws an error for a version that does not exist: versions stay while runs or automations name them
   */
  async load(database: Queryable, ids: Iterable<string>): Promise<ReadonlyMap<string, LoadedVersion>> {
    const wanted = [...new Set(ids)];
    const found = new Map<string, LoadedVersion>();
    for (const id of wanted) {
      const loaded = this.#loaded.get(id);
      if (loaded) found.set(id, loaded);
    }
    await this.#read(
      database,
      wanted.filter((id) => !found.has(id)),
      found,
    );
    for (const id of wanted)
      if (!found.has(id)) throw new Error(`There is no version ${id} of an automation.`);
    return found;
  }

  async #read(database: Queryable, ids: readonly string[], found: Map<string, LoadedVersion>): Promise<void> {
    if (ids.length === 0) return;
    const { rows } = await database.query<GraphVersion & { bytes: number }>({
      name: 'find-graph-versions',
      text: FIND,
      values: [ids],
    });
    for (const { bytes, ...version } of rows) {
      const loaded = { version, graph: compileGraph(version), bytes };
      this.#loaded.set(version.id, loaded);
      found.set(version.id, loaded);
    }
  }
}
