// Whether all workers know what a campaign asks for: those of the release before would send it without its test, its pace, its
// time zones, the parameters of its links, its poll and its version on the web (docs/architecture/campaign-timing.md#during-an-upgrade).
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Utm } from '../../../../mail/links/utm.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import {
  isKnownToAllWorkers,
  notKnownToAll,
  type WorkerAbility,
} from '../../../../platform/work/processes/known-to-all.ts';
import type { Campaign } from '../campaign.ts';

/** What the check needs. */
export interface KnownDeps {
  /** A worker that was silent for so long does nothing any more. */
  deadAfterMs: number;
}

/** What a campaign asks of workers. */
export interface AskedOfWorkers extends Pick<Campaign, 'ratePerHour' | 'timezoneProperty'>, AskedByContent {
  /** Null: it tests nothing. */
  abTest: object | null;
}

/** What it asks of them by what it says. */
export interface AskedByContent {
  utm: Utm | null;
  /** Null: it asks nothing. */
  poll: object | null;
  /** What it says has a link to its version on the web. */
  linksWebVersion: boolean;
}

/** @throws DomainError `validation_error` while a worker process of a release is alive that does not know it */
export async function requireKnownToWorkers(
  database: Queryable,
  { abTest, ratePerHour, timezoneProperty, utm, poll, linksWebVersion }: AskedOfWorkers,
  { deadAfterMs }: KnownDeps,
): Promise<void> {
  const isPaced = ratePerHour !== null || timezoneProperty !== null || utm !== null;
  const needed: [isNeeded: boolean, ability: WorkerAbility, what: string][] = [
    [abTest !== null, 'counts_variants', 'tests of campaigns'],
    [isPaced, 'paces_campaigns', 'the pace, the time zones and the `utm` of campaigns'],
    [poll !== null || linksWebVersion, 'knows_polls', 'polls and versions on the web'],
  ];
  for (const [isNeeded, ability, what] of needed)
    if (isNeeded && !(await isKnownToAllWorkers(database, ability, deadAfterMs)))
      throw new DomainError('validation_error', notKnownToAll(what));
}
