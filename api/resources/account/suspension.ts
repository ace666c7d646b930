// JSON form of the suspension of an account (docs/reference/account.md#suspension).
import type { SuspensionJson } from '../../../shared/platform/work/suspensions/suspension.ts';

/** The field `suspension`. */
export function toSuspension(suspension: SuspensionJson | null) {
  if (!suspension) return null;
  const { cause, reason, since, deletes_at: deletesAt } = suspension;
  return { cause, reason, since: toIso(since), deletes_at: deletesAt && toIso(deletesAt) };
}

const toIso = (time: string) => new Date(time).toISOString();
