// Counts the recipients of campaigns again, says where their figures differ, and repairs these (npm run ops -- rebuild-stats).
// Rows and counters change together, so there is nothing to repair unless a row was changed by hand.
import { CAMPAIGN_VARIANTS_MAX } from '../../../../contract/limits.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import {
  type CountedRecipients,
  countCampaignRecipients,
} from '../../../messaging/campaign-recipients/count-recipients.ts';
import {
  findLinkDifferences,
  rebuildLinkCounts,
} from '../../../messaging/campaign-recipients/links/rebuild-links.ts';
import {
  lockCampaignMetrics,
  rebuildCampaignMetrics,
} from '../../../messaging/campaign-recipients/rebuild-metrics.ts';
import { type CampaignStats, figuresOf, findCampaignCounts, statsOf } from './find-stats.ts';
import { countsOfVariant } from './find-variants.ts';

/** A figure that was not what the rows say. */
export interface StatsDifference {
  name: string;
  shown: number;
  /** The count in the rows. */
  counted: number;
}

/** A campaign whose audience was taken. */
export interface CountableCampaign {
  id: string;
  accountId: string;
  dispatchId: string;
}

/** The next campaigns in the order of their ids; all campaigns or one. */
export async function findCountableCampaigns(
  database: Database,
  { after, id, limit }: { after: string; id: string | undefined; limit: number },
): Promise<CountableCampaign[]> {
  const { rows } = await database.query<CountableCampaign>(
    `SELECT id, account_id AS "accountId", dispatch_id AS "dispatchId" FROM campaigns
     WHERE dispatch_id IS NOT NULL AND deleted_at IS NULL AND id > $1 AND ($2::uuid IS NULL OR id = $2)
     ORDER BY id LIMIT $3`,
    [after, id, limit],
  );
  return rows;
}

/** Repairs the figures of a campaign. @returns what differed; while nothing does, nothing waits for it */
export async function rebuildCampaignStats(
  database: Database,
  campaign: CountableCampaign,
): Promise<StatsDifference[]> {
  const differences = await transaction(database, async (client) => {
    // All that is read belongs to one instant.
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    return (await compare(client, campaign)).differences;
  });
  return differences.length === 0 ? [] : await transaction(database, (client) => repair(client, campaign));
}

/** Locks as a release does: the campaign before counters (docs/architecture/guarantees.md#lock-order). */
async function repair(client: Transaction, campaign: CountableCampaign): Promise<StatsDifference[]> {
  const { rows: locked } = await client.query<{ leftOut: LeftOut }>(
    'SELECT left_out AS "leftOut" FROM campaigns WHERE id = $1 FOR NO KEY UPDATE',
    [campaign.id],
  );
  await lockCampaignMetrics(client);
  const { differences, rows } = await compare(client, campaign);
  if (!locked[0] || differences.length === 0) return [];
  const rebuilt = { ...campaign, campaignId: campaign.id };
  await rebuildCampaignMetrics(client, rebuilt);
  await rebuildLinkCounts(client, rebuilt);
  const { frozen, later } = splitLeftOut(locked[0].leftOut, rows.leftOut);
  await client.query('UPDATE campaigns SET total = $2, left_out = $3, left_out_later = $4 WHERE id = $1', [
    campaign.id,
    rows.total,
    JSON.stringify(frozen),
    JSON.stringify(later),
  ]);
  return differences;
}

type LeftOut = Readonly<Record<string, number>>;

/** Contacts that were left out when the audience was taken stay so, as far as there are rows for them. */
function splitLeftOut(before: LeftOut, counted: LeftOut) {
  const frozen: Record<string, number> = {};
  const later: Record<string, number> = {};
  for (const [reason, count] of Object.entries(counted)) {
    const kept = Math.min(before[reason] ?? 0, count);
    if (kept > 0) frozen[reason] = kept;
    if (count > kept) later[reason] = count - kept;
  }
  return { frozen, later };
}

async function compare(client: Transaction, { id, accountId, dispatchId }: CountableCampaign) {
  const found = await findCampaignCounts(client, accountId, id);
  const rows = await countCampaignRecipients(client, dispatchId);
  const links = await findLinkDifferences(client, { campaignId: id, dispatchId });
  const differences = [
    ...differencesOf(statsOf(found), rowFigures(rows)),
    ...PLACES.flatMap((place) =>
      differencesOf(
        figuresOf(countsOfVariant(found.counts, place)),
        rows.byVariant[place] ?? NONE,
        `${place}.`,
      ),
    ),
    ...links.map(({ id: link, name, ...values }) => ({ name: `clicked_links.${link}.${name}`, ...values })),
  ];
  return { rows, differences };
}

/** The counts of a variant that no recipient has. */
const NONE: Readonly<Record<string, number>> = { sent: 0, delivered: 0, unique_opened: 0, unique_clicked: 0 };
const PLACES = Array.from({ length: CAMPAIGN_VARIANTS_MAX }, (_, place) => place);

function differencesOf(
  shown: Readonly<Record<string, number>>,
  figures: Readonly<Record<string, number | undefined>>,
  prefix = '',
): StatsDifference[] {
  return Object.entries(shown).flatMap(([name, value]): StatsDifference[] => {
    const counted = figures[name] ?? value;
    return counted === value ? [] : [{ name: prefix + name, shown: value, counted }];
  });
}

/** The rates follow from these. */
function rowFigures({ total, leftOut, tried, counts }: CountedRecipients): Partial<CampaignStats> {
  const left = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
  return { recipients: total - left, left_out: left, pending: total - left - tried, ...counts };
}
