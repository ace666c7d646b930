// Removes the paces of destinations to which no mail was sent for long.
import type { Retention } from '../../../platform/retention/retention.ts';

const PIECE = 1_000;

/** The pace of a mailbox provider a month ago says nothing about today. */
export const PACES: Retention = {
  what: 'paces of mailbox providers',
  days: 30,
  async removePiece(database, end) {
    const { rowCount } = await database.query({
      name: 'remove-old-destinations',
      text: `DELETE FROM destinations WHERE (provider, source) IN (
               SELECT provider, source FROM destinations
               WHERE updated_at < $1 AND coalesce(greatest(rests_until, sent_hour) < $1, true)
               ORDER BY updated_at LIMIT ${PIECE} FOR UPDATE SKIP LOCKED)`,
      values: [end],
    });
    return (rowCount ?? 0) === PIECE;
  },
};
