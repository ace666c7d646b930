// Whether a campaign with a test can be made due: a worker of the release before would send what the campaign says to all of its
// recipients (docs/architecture/campaign-tests.md).
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { isKnownToAllWorkers } from '../../../../platform/work/processes/known-to-all.ts';

/** What the check needs. */
export interface TestableDeps {
  /** A worker that was silent for so long does nothing any more. */
  deadAfterMs: number;
}

/** @throws DomainError `validation_error` while a worker process of the release before is alive */
export async function requireTestableNow(database: Queryable, { deadAfterMs }: TestableDeps): Promise<void> {
  if (await isKnownToAllWorkers(database, 'counts_variants', deadAfterMs)) return;
  throw new DomainError(
    'validation_error',
    'An upgrade is in progress, and not all workers know tests of campaigns yet. Try again in a minute.',
  );
}
