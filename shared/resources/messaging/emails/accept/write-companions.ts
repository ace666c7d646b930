// Writes the companions of a group of submissions (companion.ts) in the transaction that stores the emails, and names
// the submissions whose claims were lost.
import { FaultyItemsError } from '../../../../platform/db/group-store/faulty-items.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { type CompanionKind, CompanionLostError } from './companion.ts';
import type { PlannedSubmission } from './decide.ts';

/**
 * Begins to write the companions of a group, in one call per kind.
 * @returns undefined: the group has none. Otherwise it resolves when they are written
 * @throws FaultyItemsError with a CompanionLostError for each submission whose claim was lost
 */
export function writeCompanions(
  client: Transaction,
  group: readonly PlannedSubmission[],
): Promise<void> | undefined {
  const byKind = new Map<CompanionKind<unknown>, PlannedSubmission[]>();
  for (const planned of group) {
    const { companion } = planned.submission;
    if (companion) byKind.set(companion.kind, [...(byKind.get(companion.kind) ?? []), planned]);
  }
  return byKind.size === 0 ? undefined : writeKinds(client, byKind);
}

async function writeKinds(
  client: Transaction,
  byKind: ReadonlyMap<CompanionKind<unknown>, readonly PlannedSubmission[]>,
): Promise<void> {
  const writing = [...byKind].map(async ([kind, owners]) => {
    const items = owners.map(({ submission: { companion } }) => companion?.item);
    const answers = await kind.write(
      client,
      items,
      owners.map(({ refused }) => refused),
    );
    return owners.flatMap((owner, index) => {
      const answer = answers[index] ?? false;
      return answer === true ? [] : [[owner, answer || lostCompanion()] as const];
    });
  });
  const faults = (await Promise.all(writing)).flat();
  if (faults.length > 0) throw new FaultyItemsError(new Map(faults));
}

function lostCompanion(): CompanionLostError {
  return new CompanionLostError('The claim of a companion was lost.');
}
