// The phase of an erasure that empties rows of imports which were refused and have the address.
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import { eraseFailures, findMentioningFailures } from '../../../contact-imports/failures/erase.ts';
import type { PhaseContext, Progress } from '../erasure.ts';
import { takeRows } from '../found-rows.ts';

/** Erases failures of imports of the account. */
export async function eraseImportFailures({ client, erasure, eraser }: PhaseContext): Promise<Progress> {
  const { accountId, position } = erasure;
  const page = await findMentioningFailures(client, eraser, { accountId, after: position[0] ?? NIL_UUID });
  const { ids, last, isEnd } = takeRows(page);
  await eraseFailures(client, accountId, ids, eraser);
  return isEnd || last === undefined ? { phase: 'events', position: [] } : { position: [last] };
}
