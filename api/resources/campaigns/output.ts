// JSON forms of campaigns (docs/reference/campaigns.md#the-campaign-record).
import type { CAMPAIGN_OBJECT_NAMES } from '../../../shared/contract/campaigns/values.ts';
import { renderedJson, VARIANT_FIELDS, writtenJson } from '../../../shared/contract/mail/fields.ts';
import {
  type GivenTest,
  type OwnFields,
  shownTestOf,
} from '../../../shared/resources/flows/campaigns/ab-test/variant-contents.ts';
import type { CampaignAudience } from '../../../shared/resources/flows/campaigns/audience/find-audience.ts';
import type { Campaign, ShownCampaign } from '../../../shared/resources/flows/campaigns/campaign.ts';
import { type ListedCampaign, listedCounts } from '../../../shared/resources/flows/campaigns/list.ts';
import type { ClickedLink } from '../../../shared/resources/flows/campaigns/recipients/clicked-links.ts';
import type { CampaignRecipient } from '../../../shared/resources/flows/campaigns/recipients/list.ts';
import type { ShownStats } from '../../../shared/resources/flows/campaigns/stats/show-stats.ts';
import type { RenderedCampaign } from '../../../shared/resources/messaging/campaign-contents/render-campaign.ts';
import { warningsOf } from '../../../shared/resources/messaging/templates/rendering/warnings.ts';
import type { WebVersionLinks } from '../../../shared/resources/messaging/web-versions/link.ts';
import { toPollField } from '../emails/poll-field.ts';

/** The names of a record. */
export type CampaignObjectName = (typeof CAMPAIGN_OBJECT_NAMES)[number];

/** An item of GET /campaigns. */
export function toCampaignItem({ campaign, measured, counts }: ListedCampaign, links: WebVersionLinks) {
  const { id: campaignId, accountId, webVersion } = campaign;
  return {
    id: campaign.id,
    name: campaign.name,
    audience_id: campaign.audienceId,
    segment_id: campaign.segmentId,
    topic_id: campaign.topicId,
    status: campaign.status,
    paused_reason: campaign.pausedReason,
    scheduled_at: campaign.scheduledAt?.toISOString() ?? null,
    sent_at: campaign.sentAt?.toISOString() ?? null,
    total: campaign.total,
    measured,
    counts,
    web_version: webVersion,
    public_url: webVersion === 'public' ? links.publicUrlOf({ accountId, campaignId }) : null,
    created_at: campaign.createdAt.toISOString(),
    updated_at: campaign.updatedAt.toISOString(),
  };
}

/** A campaign with its content and figures. */
export function toCampaign(
  { campaign, content, variants, measured, stats, endsAt }: ShownCampaign,
  object: CampaignObjectName,
  links: WebVersionLinks,
) {
  const { templateId, variables } = content;
  return {
    object,
    ...toCampaignItem({ campaign, measured, counts: stats && listedCounts(stats) }, links),
    failed_reason: campaign.failedReason,
    ...writtenJson(content),
    template: templateId === null ? null : { id: templateId, variables: variables ?? {} },
    tracking: campaign.tracking,
    utm: content.utm,
    poll: toPollField(content.poll),
    rate_per_hour: campaign.ratePerHour,
    timezone: campaign.timezone,
    timezone_property: campaign.timezoneProperty,
    ends_at: endsAt?.toISOString() ?? null,
    left_out: sumOf(campaign),
    // The names of its fields are the same.
    stats,
    ab_test: campaign.abTest && toAbTest(campaign, shownTestOf(campaign.abTest, campaign.winner, variants)),
  };
}

function toAbTest(
  { testSize, decidesAt, winner, decidedBy, decidedAt }: Campaign,
  { variants, testPercent, winnerMetric, wait }: GivenTest,
) {
  return {
    variants: variants.map(({ key, own }) => ({ key, ...ownJson(own) })),
    test_percent: testPercent,
    winner_metric: winnerMetric,
    wait,
    test_size: testSize,
    decides_at: decidesAt?.toISOString() ?? null,
    winner,
    decided_by: decidedBy,
    decided_at: decidedAt?.toISOString() ?? null,
  };
}

const ownJson = (own: OwnFields) =>
  writtenJson(
    own,
    VARIANT_FIELDS.filter(({ key }) => key in own),
  );

/** Sums the contacts that were left out when the audience was taken, and since then. */
function sumOf({ leftOut, leftOutLater }: Campaign): Record<string, number> {
  const sum = { ...leftOut };
  for (const [reason, count] of Object.entries(leftOutLater)) sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}

/** The answer of POST /campaigns/:id/preview. */
export function toCampaignPreview(rendered: RenderedCampaign) {
  return { object: 'campaign_preview', ...renderedJson(rendered), warnings: warningsOf(rendered) };
}

/** The answer of GET /campaigns/:id/audience. */
export function toCampaignAudience(id: string, audience: CampaignAudience) {
  const { total, sendable, leftOut, zones, frozen, countedAt } = audience;
  return {
    object: 'campaign_audience',
    id,
    total,
    sendable,
    left_out: leftOut,
    timezones: zones,
    frozen,
    counted_at: countedAt?.toISOString() ?? null,
  };
}

/** The answer of GET /campaigns/:id/stats. */
export function toCampaignStats({ id, stats, test }: ShownStats) {
  return {
    object: 'campaign_stats',
    id,
    ...stats,
    // The names of the fields are the same.
    variants: test?.variants.map(({ key, stats: own, compared }) => ({ key, ...own, ...compared })) ?? [],
    significant: test?.picked.isSignificant ?? null,
  };
}

/** An item of GET /campaigns/:id/clicked-links. */
export function toClickedLink({ id, url, clicks, uniqueClicks }: ClickedLink) {
  return { id, url, clicks, unique_clicks: uniqueClicks };
}

/** An item of GET /campaigns/:id/recipients. */
export function toCampaignRecipient(recipient: CampaignRecipient) {
  return {
    id: recipient.id,
    contact_id: recipient.contactId,
    email: recipient.email,
    variant: recipient.variant,
    count: recipient.count,
    clicked_links: recipient.clickedLinks,
    bounce_type: recipient.bounceType,
    reason: recipient.reason,
    machine_only: recipient.machineOnly,
  };
}
