// The phases of an erasure that empty the received events of the deleted contacts, and their runs of automations. Both
// are found by the ids of the contacts; payloads are emptied as a whole, because their contents are about this person.

import { NIL_UUID } from '../../../../platform/time/ids.ts';
import { eraseTimelineRecords } from '../../../audience/timeline-records/erase.ts';
import { eraseEntries, eraseRuns } from '../../automations/runs/erase.ts';
import { eraseReceivedEvents } from '../../events/received/erase.ts';
import type { PhaseContext, Progress } from '../erasure.ts';

/** Rows of one step; an event may have 64 KiB, which is not read. */
const STEP_ROWS = 200;

/** Empties received events, and deletes the records of the address. */
export async function eraseEvents({ client, erasure }: PhaseContext): Promise<Progress> {
  const last = await eraseReceivedEvents(client, stepOf(erasure));
  if (last) return { position: last };
  const { accountId, emailKey, createdAt: until, position } = erasure;
  if (await eraseTimelineRecords(client, { accountId, emailKey, until })) return { position };
  return { phase: 'runs', position: [] };
}

/** Empties runs. */
export async function eraseRunsOfContacts({ client, erasure }: PhaseContext): Promise<Progress> {
  const last = await eraseRuns(client, stepOf(erasure));
  if (last) return { position: last };
  await eraseEntries(client, erasure);
  return { phase: 'unfinished', position: [] };
}

function stepOf({ accountId, contactIds = [], position }: PhaseContext['erasure']) {
  const [contactId = NIL_UUID, id = NIL_UUID] = position;
  return { accountId, contactIds, after: [contactId, id] as const, limit: STEP_ROWS };
}
