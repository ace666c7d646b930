// Moves the keys of a domain when their records appear or their time ends: a pending key whose record was seen signs
// from now on, the one before it retires, and a retired one is deleted.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { RecordState } from '../records/record-state.ts';
import { type DkimKey, RETIRING_MS } from './dkim-key.ts';

/**
 * Moves the keys of a domain.
 * @param keys newest first
 * @returns the present keys
 */
export async function promoteKeys(
  transaction: Transaction,
  keys: readonly DkimKey[],
  states: readonly RecordState[],
  now: Date,
): Promise<DkimKey[]> {
  const seen = new Set(states.filter(({ status }) => status === 'verified').map(({ key }) => key));
  const moved = keys
    .map((key) =>
      key.state === 'pending' && seen.has(`DKIM ${key.selector}`)
        ? { ...key, state: 'active' as const }
        : key,
    )
    .map((key, index, all) => (isReplaced(key, index, all) ? retire(key, now) : key));
  const kept = moved.filter(({ retiresAt }) => retiresAt === null || retiresAt > now);
  const changed = kept.filter((key) => !keys.includes(key));
  for (const { id, state, retiresAt } of changed.toReversed()) {
    await transaction.query({
      name: 'move-dkim-key',
      text: 'UPDATE dkim_keys SET state = $2, retires_at = $3 WHERE id = $1',
      values: [id, state, retiresAt],
    });
  }
  const gone = moved.filter((key) => !kept.includes(key)).map(({ id }) => id);
  if (gone.length > 0)
    await transaction.query({
      name: 'delete-dkim-keys',
      text: 'DELETE FROM dkim_keys WHERE id = ANY($1::uuid[])',
      values: [gone],
    });
  return kept;
}

/** An active key below a newer active one. */
function isReplaced({ state }: DkimKey, index: number, all: readonly DkimKey[]): boolean {
  return state === 'active' && all.slice(0, index).some((newer) => newer.state === 'active');
}

function retire(key: DkimKey, now: Date): DkimKey {
  return { ...key, state: 'retiring', retiresAt: new Date(now.getTime() + RETIRING_MS) };
}
