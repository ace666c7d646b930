// The graphs as they were enabled, compiled. A version never changes, so what was compiled is kept by its id.
import type { Queryable } from '../../../platform/db/connect.ts';
import { type CompiledGraph, compileGraph } from '../graph/compile.ts';
import type { GraphVersion } from '../graph/graph.ts';

/** Compiled graphs that stay in memory; one of 150 steps takes some 100 KB. */
const CACHE_MAX = 500;

/** A version that runs can take. */
export interface LoadedVersion {
  version: GraphVersion;
  graph: CompiledGraph;
}

const FIND = `
  SELECT id, automation_id AS "automationId", number, format, graph ->> 'triggerKey' AS "triggerKey",
         graph, properties
  FROM automation_versions WHERE id = ANY($1::uuid[])`;

/** The compiled versions of a process. */
export class GraphVersions {
  /** By id; the first one was used least recently. */
  readonly #loaded = new Map<string, LoadedVersion>();

  /**
   * Loads versions by their ids, those that are not in memory with one statement.
   * @throws an error for a version that does not exist: versions stay while runs or automations name them
   */
  async load(database: Queryable, ids: Iterable<string>): Promise<ReadonlyMap<string, LoadedVersion>> {
    const wanted = [...new Set(ids)];
    const found = new Map<string, LoadedVersion>();
    for (const id of wanted) {
      const loaded = this.#loaded.get(id);
      if (loaded) found.set(id, this.#keep(id, loaded));
    }
    const missing = wanted.filter((id) => !found.has(id));
    if (missing.length > 0) {
      const { rows } = await database.query<GraphVersion>({
        name: 'find-graph-versions',
        text: FIND,
        values: [missing],
      });
      for (const version of rows)
        found.set(version.id, this.#keep(version.id, { version, graph: compileGraph(version) }));
    }
    for (const id of wanted)
      if (!found.has(id)) throw new Error(`There is no version ${id} of an automation.`);
    return found;
  }

  #keep(id: string, loaded: LoadedVersion): LoadedVersion {
    this.#loaded.delete(id);
    this.#loaded.set(id, loaded);
    for (const oldest of this.#loaded.keys()) {
      if (this.#loaded.size <= CACHE_MAX) break;
      this.#loaded.delete(oldest);
    }
    return loaded;
  }
}
