// Makes the version that the runs of an automation use from now on: its enabled graph, with the present contact
// properties that it names. An automation that is enabled again unchanged keeps its version.
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { Automation } from '../automation.ts';
import { GRAPH_FORMAT, type GraphVersion, type UsedProperty } from '../graph/graph.ts';

/** The content of a version. */
interface VersionContent extends Pick<Automation, 'triggerKey' | 'graph'> {
  properties: readonly UsedProperty[];
}

/**
 * Makes a version of a locked automation, unless its present one has the same content.
 * @returns the id of the version
 */
export async function makeVersion(
  transaction: Transaction,
  { id: automationId, accountId, versionId }: Pick<Automation, 'id' | 'accountId' | 'versionId'>,
  content: VersionContent,
  { ids, now }: { ids: Ids; now: Date },
): Promise<string> {
  if (versionId !== null && (await hasContent(transaction, versionId, content))) return versionId;
  const { triggerKey, graph, properties } = content;
  const id = ids.next();
  await transaction.query({
    name: 'make-automation-version',
    text: `INSERT INTO automation_versions (id, automation_id, account_id, number, format, graph, properties, created_at)
           SELECT $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5, $6, $7
           FROM automation_versions WHERE automation_id = $2`,
    values: [
      id,
      automationId,
      accountId,
      GRAPH_FORMAT,
      JSON.stringify({ triggerKey, ...graph }),
      JSON.stringify(properties),
      now,
    ],
  });
  return id;
}

async function hasContent(
  transaction: Transaction,
  versionId: string,
  { triggerKey, graph, properties }: VersionContent,
): Promise<boolean> {
  const { rows } = await transaction.query<
    Pick<GraphVersion, 'properties' | 'format'> & {
      graph: GraphVersion['graph'] & { triggerKey: string | null };
    }
  >({
    name: 'find-automation-version',
    text: 'SELECT format, graph, properties FROM automation_versions WHERE id = $1',
    values: [versionId],
  });
  const [version] = rows;
  return (
    version !== undefined &&
    version.format === GRAPH_FORMAT &&
    isDeepStrictEqual(version.graph, asStored({ triggerKey, ...graph })) &&
    isDeepStrictEqual(version.properties, asStored(properties))
  );
}

/** The value as it is read again: without undefined fields. */
function asStored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
