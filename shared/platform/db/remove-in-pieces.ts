// Removes rows in pieces, so that no statement holds many locks or runs for long. Safe to repeat at any point.
import type { Queryable } from './connect.ts';

/** Rows of a piece: the LIMIT of the statement. */
export const PIECE_ROWS = 1_000;

/**
 * Runs a statement that deletes up to PIECE_ROWS rows until it finds fewer.
 * @returns how many rows were removed
 */
export async function removeInPieces(
  database: Queryable,
  statement: { name: string; text: string; values: unknown[] },
): Promise<number> {
  for (let removed = 0; ; ) {
    const { rowCount } = await database.query(statement);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < PIECE_ROWS) return removed;
  }
}
