// Whether all worker processes know contents that are stored as a source and values, and the rows of those who get them. While
// an upgrade lasts, those of the release before do not (docs/architecture/campaigns.md#contents).
import type { Queryable } from '../../db/connect.ts';

/** @param deadAfterMs a process that was silent for so long does nothing any more */
export async function doAllRenderContents(database: Queryable, deadAfterMs: number): Promise<boolean> {
  const { rows } = await database.query<{ all: boolean }>({
    name: 'do-all-render-contents',
    text: `SELECT NOT EXISTS (
             SELECT FROM worker_processes
             WHERE NOT renders_contents AND heartbeat_at > clock_timestamp() - $1 * interval '1 ms') AS all`,
    values: [deadAfterMs],
  });
  return rows[0]?.all ?? false;
}
