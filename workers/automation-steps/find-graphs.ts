// Finds the graphs of runs. A version that cannot be loaded is the fault of its runs, and must not keep the other runs of a
// job from moving.
import type { Database } from '../../shared/platform/db/connect.ts';
import type { CompiledGraph } from '../../shared/resources/flows/automations/graph/compiled.ts';
import type { GraphVersions } from '../../shared/resources/flows/automations/versions/graph-versions.ts';
import { isPassingError } from '../runtime/passing-errors.ts';

/** The graph of a run, or the error that loading it has thrown. */
export type FoundGraph = { graph: CompiledGraph } | { error: unknown };

interface GraphDeps {
  database: Database;
  graphVersions: GraphVersions;
}

/** Loads the graphs of runs. @throws when the database is unavailable */
export async function findGraphs(
  { database, graphVersions }: GraphDeps,
  runs: readonly { versionId: string }[],
): Promise<(run: { versionId: string }) => FoundGraph> {
  const ids = [...new Set(runs.map(({ versionId }) => versionId))];
  const found = new Map<string, FoundGraph>();
  const load = async (asked: readonly string[]): Promise<void> => {
    const loaded = await loadOrCatch(database, graphVersions, asked);
    if (!('error' in loaded)) for (const [id, { graph }] of loaded) found.set(id, { graph });
    else if (asked.length === 1) found.set(asked[0] ?? '', loaded);
    else for (const id of asked) await load([id]);
  };
  if (ids.length > 0) await load(ids);
  return ({ versionId }) => found.get(versionId) ?? { error: new Error(`Version ${versionId} is missing.`) };
}

async function loadOrCatch(database: Database, graphVersions: GraphVersions, ids: readonly string[]) {
  try {
    return await graphVersions.load(database, ids);
  } catch (error) {
    if (isPassingError(error)) throw error;
    return { error };
  }
}
