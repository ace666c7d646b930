// The results of the variants of a campaign's test: the figures of their mail, and their comparison by the deciding
// metric. They are sums of counters, and a part of the campaign's figures.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { type Counts, countRecipients } from '../../../messaging/emails/metrics/counts.ts';
import type { AbTest, WinnerMetric } from '../ab-test/ab-test.ts';
import { type PickedWinner, pickWinner, type VariantFigures } from '../ab-test/pick-winner.ts';
import type { Proportion } from '../ab-test/proportions.ts';
import type { Campaign } from '../campaign.ts';
import { figuresOf, findCampaignCounts, type VariantStats } from './find-stats.ts';

/** A variant in figures. */
export interface VariantResult {
  key: string;
  stats: VariantStats;
  compared: VariantFigures;
}

/** A test in figures. */
export interface TestResults {
  picked: PickedWinner;
  variants: readonly VariantResult[];
}

/** A campaign that tests something. */
type TestedCampaign = Pick<Campaign, 'accountId' | 'id'> & { abTest: AbTest };

/** Reads the results of a test. All are 0 before the first mail was sent, and when the figures were removed. */
export async function findTestResults(
  database: Queryable,
  { accountId, id, abTest }: TestedCampaign,
): Promise<TestResults> {
  const { counts } = await findCampaignCounts(database, accountId, id);
  return resultsOf(abTest, counts);
}

/** The results of a test by counters. */
export function resultsOf(abTest: AbTest, counts: Counts): TestResults {
  const ofVariants = abTest.variants.map((_, place) => countsOfVariant(counts, place));
  const picked = pickWinner(ofVariants.map((each) => proportionOf(each, abTest.winnerMetric)));
  const variants = abTest.variants.map(({ key }, place) => ({
    key,
    stats: figuresOf(ofVariants[place] ?? {}),
    compared: picked.variants[place] as VariantFigures,
  }));
  return { picked, variants };
}

/** The counters of one variant, by the names of counters of campaigns. @param place among the variants */
export function countsOfVariant(counts: Counts, place: number): Counts {
  const prefix = `${place}.`;
  const own = Object.entries(counts).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, count]) => [name.slice(prefix.length), count]));
}

/** The people who reacted, among those with delivered mail. A test that a person decides is compared by opens. */
function proportionOf(counts: Counts, metric: WinnerMetric): Proportion {
  const { delivered } = countRecipients(counts);
  const { unique_opened: opened = 0, unique_clicked: clicked = 0 } = counts;
  // A reaction to a mail that no server has reported as delivered does not count.
  return { successes: Math.min(metric === 'click_rate' ? clicked : opened, delivered), of: delivered };
}
