// What stops all sending at present, as a sentence for operators.
import type { Queryable } from '../../../platform/db/connect.ts';
import { findTrippedReason } from '../providers/switch.ts';
import { findSendingPause } from './pause.ts';

/** @returns undefined: nothing stops it */
export async function findSendingBlockedReason(database: Queryable): Promise<string | undefined> {
  const pause = await findSendingPause(database);
  if (pause) return `Operators have paused all sending: ${pause.reason}`;
  const refusal = await findTrippedReason(database);
  return refusal === undefined ? undefined : `The provider refuses our login or settings: ${refusal}`;
}
