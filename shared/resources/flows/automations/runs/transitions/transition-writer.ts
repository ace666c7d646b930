// Writes moves without effects outside their runs, of many jobs and accounts together (group commit). When the moves of
// one account cannot be written, or its automation is locked for long, the moves of the others are written without them.
import type { Database } from '../../../../../platform/db/connect.ts';
import { createGroupCommit } from '../../../../../platform/db/group-commit.ts';
import { findTransactionId } from '../../../../../platform/db/group-store/find-committed.ts';
import { createGroupStore, type StoreOutcome } from '../../../../../platform/db/group-store/group-store.ts';
import type { PassCrashPoint } from '../../../../../platform/process/crash-points.ts';
import type { RunTransition } from './transition.ts';
import { writeTransitions } from './write-transitions.ts';

/** Moves of a transaction; those of one job may be more. */
const GROUP_MAX_MOVES = 300;
/** While one group is written, the moves of the next one are computed and sent. */
const GROUPS_AT_A_TIME = 2;

/** Moves of one account. */
interface AccountMoves {
  accountId: string;
  moves: readonly RunTransition[];
}

/** Writes moves. */
export interface TransitionWriter {
  /**
   * @returns for each whether it was written (write-transitions.ts)
   * @throws when it is unknown whether they were written, too: a run that is still claimed then is freed, and goes on
   *   from what is stored
   */
  write(accountId: string, moves: readonly RunTransition[]): Promise<boolean[]>;
  /** Resolves when all moves are written or have failed. */
  drain(): Promise<void>;
}

/** Creates the writer of a process. */
export function createTransitionWriter({
  database,
  passCrashPoint,
}: {
  database: Database;
  passCrashPoint: PassCrashPoint;
}): TransitionWriter {
  const store = createGroupStore<AccountMoves, boolean[]>({
    database,
    ownerOf: ({ accountId }) => accountId,
    async write(client, batches) {
      const [transactionId, written] = await Promise.all([
        findTransactionId(client),
        writeTransitions(
          client,
          batches.flatMap(({ moves }) => moves),
        ),
      ]);
      const results = batches.map(({ moves }) => written.splice(0, moves.length));
      return { transactionId, results };
    },
    isFaultOfOne: () => false,
    idsOf: ({ moves }) => moves.map(({ id }) => id),
    // A run that has moved may have moved on since, so nothing says which of them were written.
    table: undefined,
    resultAfterLostCommit: ({ moves }) => moves.map(() => false),
    onCommitSent: () => passCrashPoint('automation-commit-sent'),
  });
  const groups = createGroupCommit<AccountMoves, StoreOutcome<boolean[]>>({
    async write(batches) {
      const outcomes = await store.store(batches);
      return batches.map((batch) => outcomes.get(batch) ?? { error: new Error('Moves have no outcome.') });
    },
    ownerOf: ({ accountId }) => accountId,
    countOf: ({ moves }) => moves.length,
    maxItems: GROUP_MAX_MOVES,
    maxWriting: GROUPS_AT_A_TIME,
  });
  return {
    async write(accountId, moves) {
      const outcome = await groups.add({ accountId, moves });
      if ('error' in outcome) throw outcome.error;
      passCrashPoint('automation-moved');
      return outcome.result;
    },
    drain: () => groups.drain(),
  };
}
