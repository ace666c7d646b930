// The audience of a campaign in numbers: before its start the present numbers, counted within a few seconds, else the
// last count; later the taken audience.
import type { Database } from '../../../../platform/db/connect.ts';
import { isTimeOut, withinTime } from '../../../audience/segments/counts/within-time.ts';
import type { ContactZones, CountedContacts } from '../../../messaging/campaign-recipients/contact-zones.ts';
import { countAudience } from '../../../messaging/campaign-recipients/count-audience.ts';
import type { Campaign } from '../campaign.ts';
import { requireCampaign } from '../find.ts';
import { findZoneProperty } from '../timing/campaign-time.ts';

/** A person waits for it. */
export const COUNT_MS = 5_000;

/** An audience in numbers. */
export interface CampaignAudience {
  total: number;
  sendable: number;
  leftOut: Readonly<Record<string, number>>;
  /** Time zone → sendable contacts; null: the campaign does not use the zones of contacts. */
  zones: Readonly<Record<string, number>> | null;
  /** These are the numbers with which the campaign has started. */
  frozen: boolean;
  /** When it was counted; null: frozen. */
  countedAt: Date | null;
}

/** Dependencies of counting. */
export interface AudienceDeps {
  database: Database;
  simulatorDomains: readonly string[];
}

/** The audience, and the time. */
export interface AskedAudience {
  accountId: string;
  id: string;
  now: Date;
}

/** @throws DomainError `not_found`; `contacts_timeout` for an audience that could never be counted in time */
export async function findCampaignAudience(
  deps: AudienceDeps,
  asked: AskedAudience,
): Promise<CampaignAudience> {
  const campaign = await requireCampaign(deps.database, asked);
  const { status, total, leftOut, zoneCounts, timezoneProperty } = campaign;
  if (total !== null && status !== 'queued') {
    const zones = timezoneProperty === null ? null : zoneCounts;
    return toAudience({ total, leftOut, zones }, { frozen: true, countedAt: null });
  }
  try {
    const zones = await zonesOf(deps.database, campaign);
    const counted = await withinTime(deps.database, COUNT_MS, (client) =>
      countAudience(client, {
        ...campaign,
        createdUntil: asked.now,
        simulatorDomains: deps.simulatorDomains,
        zones,
      }),
    );
    await storeCount(deps.database, campaign, counted, asked.now);
    return toAudience(counted, { frozen: false, countedAt: asked.now });
  } catch (error) {
    const last = isTimeOut(error) ? await findLastCount(deps.database, campaign) : undefined;
    if (!last) throw error;
    return toAudience(last, { frozen: false, countedAt: last.countedAt });
  }
}

async function zonesOf(
  database: Database,
  { accountId, timezoneProperty }: Campaign,
): Promise<ContactZones | undefined> {
  if (timezoneProperty === null) return undefined;
  return { property: await findZoneProperty(database, accountId, timezoneProperty) };
}

function toAudience(
  { total, leftOut, zones }: Pick<CampaignAudience, 'total' | 'leftOut' | 'zones'>,
  more: Pick<CampaignAudience, 'frozen' | 'countedAt'>,
): CampaignAudience {
  const out = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
  return { total, sendable: total - out, leftOut, zones, ...more };
}

/** A campaign that has been given another target in the meantime keeps no count: the change has removed it. */
async function storeCount(
  database: Database,
  { id, audienceId, segmentId, topicId, timezoneProperty }: Campaign,
  counted: CountedContacts,
  now: Date,
): Promise<void> {
  await database.query({
    name: 'store-count-of-campaign',
    text: `UPDATE campaigns SET counted = $2, counted_at = $3
           WHERE id = $1 AND audience_id = $4 AND segment_id IS NOT DISTINCT FROM $5 AND topic_id IS NOT DISTINCT FROM $6`,
    values: [id, JSON.stringify({ ...counted, timezoneProperty }), now, audienceId, segmentId, topicId],
  });
}

async function findLastCount(
  database: Database,
  { id, timezoneProperty }: Campaign,
): Promise<(CountedContacts & { countedAt: Date }) | undefined> {
  const { rows } = await database.query<{ counted: CountedContacts; countedAt: Date }>({
    name: 'find-count-of-campaign',
    text: `SELECT counted, counted_at AS "countedAt" FROM campaigns
           WHERE id = $1 AND counted IS NOT NULL AND counted ->> 'timezoneProperty' IS NOT DISTINCT FROM $2`,
    values: [id, timezoneProperty],
  });
  // A count from a process of the previous release has no zones.
  return (
    rows[0] && { ...rows[0].counted, zones: rows[0].counted.zones ?? null, countedAt: rows[0].countedAt }
  );
}
