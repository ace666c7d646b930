// The manifest of campaigns (foundation/manifest.ts).
import { type Bounds, rowsById, rowsByTime } from '../../../platform/retention/retention.ts';
import { versionOf } from '../../foundation/change-mark.ts';
import { ID_KEY, ownedRows, parentsIn } from '../../foundation/owned-rows.ts';
import type { ListeningManifest } from '../listening.ts';
import { IS_UNFINISHED_CAMPAIGN } from './campaign.ts';
import { campaignWork } from './dispatch/work.ts';

/** Mail of a campaign that was deleted may still be tried, and is then kept. Drafts of a deleted audience go as late. */
const SENDING_DAYS = 3;
const DELETED_CAMPAIGN_DAYS = 30;

const MARKED_CAMPAIGNS = 50;

const ofCampaigns = parentsIn('campaigns');

export const campaignsManifest = {
  work: [campaignWork],
  // By the id of their dispatch.
  partitioned: [{ name: 'campaign_recipients', idKind: 'uuid' }],
  retention: (days) => [
    {
      ...rowsById('recipients of campaigns', 'campaign_recipients', days.campaigns),
      column: 'dispatch_id',
      within: 'contact_id',
      retainedWhile: recipientIsInUse,
      isContinuous: true,
    },
    {
      what: 'stats of campaigns',
      days: days.campaigns,
      removePiece: async (database, end) =>
        await (await import('./stats/remove-old.ts')).removeOldStats(database, end),
    },
    // Those of templates go with these, and most others with their campaign.
    {
      ...rowsById('polls', 'polls', days.campaigns),
      retainedWhile: pollIsInUse,
      dependents: [
        { table: 'poll_votes', column: 'poll_id' },
        { table: 'poll_counters', column: 'poll_id' },
      ],
      // Those of campaigns may have as many votes as these have recipients.
      atOnce: 100,
    },
    {
      // Until no mail of it can be read.
      ...rowsByTime(
        'deleted campaigns',
        'campaigns',
        'deleted_at',
        Math.max(days.emails, DELETED_CAMPAIGN_DAYS) + SENDING_DAYS,
      ),
      // Its recipients are being removed (dispatch/remove-next.ts).
      retainedWhile: () => ['campaigns.next_attempt_at IS NOT NULL OR campaigns.claimed_by IS NOT NULL'],
      dependents: [{ table: 'campaign_contents', column: 'campaign_id' }],
    },
  ],
  deletion: {
    stage: 'flows',
    rows: [
      {
        table: 'campaign_recipients',
        column: 'dispatch_id',
        parents: parentsIn('campaigns', 'dispatch_id'),
        key: [['contact_id', 'uuid']],
      },
      {
        table: 'campaign_link_counts',
        column: 'campaign_id',
        parents: ofCampaigns,
        key: [
          ['link_id', 'uuid'],
          ['slot', 'integer'],
        ],
      },
      { table: 'campaign_links', column: 'campaign_id', parents: ofCampaigns, key: [ID_KEY] },
      ownedRows('campaign_metrics', ['starts_at', 'timestamptz']),
      {
        ...ownedRows('campaigns', ID_KEY),
        dependents: [{ table: 'campaign_contents', column: 'campaign_id' }],
      },
    ],
    claimed: ['campaigns'],
  },
  changeMarks: [
    {
      // One that is done is not looked at any more.
      names: ['campaigns'],
      value: (account) =>
        versionOf(
          `SELECT xmin FROM campaigns WHERE account_id = ${account} AND ${IS_UNFINISHED_CAMPAIGN} LIMIT ${MARKED_CAMPAIGNS}`,
        ),
    },
  ],
  samples: { campaign: async () => (await import('./event-data.ts')).sampleCampaignEventData },
  audienceListener: async (...given) =>
    await (await import('./hide-drafts.ts')).hideDraftsOfAudience(...given),
  findUse: async (...given) => await (await import('./uses.ts')).findCampaignUsing(...given),
  erasurePhases: {
    campaigns: async () => (await import('./erase-recipients.ts')).eraseFromCampaignsOfAccount,
  },
} satisfies ListeningManifest;

/** A campaign that is paused may go on however late. */
function recipientIsInUse(): string[] {
  return [
    `campaign_recipients.dispatch_id = ANY(ARRAY(
       SELECT dispatch_id FROM campaigns WHERE ${IS_UNFINISHED_CAMPAIGN} AND dispatch_id IS NOT NULL))`,
  ];
}

/**
 * The id of a poll is older than the mail that carries it. That of a template goes with it, and what a filter names cannot
 * be removed.
 */
function pollIsInUse({ time }: Bounds): string[] {
  return [
    'polls.template_id IS NOT NULL',
    `polls.created_at >= ${time}`,
    'EXISTS (SELECT FROM emails WHERE emails.id = polls.email_id)',
    `EXISTS (SELECT FROM campaigns WHERE campaigns.id = polls.campaign_id AND ${IS_UNFINISHED_CAMPAIGN})`,
    `EXISTS (SELECT FROM segments
             WHERE segments.account_id = polls.account_id AND filter IS NOT NULL
               AND jsonb_path_exists(filter, 'strict $.** ? (@.field == $used)', jsonb_build_object('used', 'poll.' || polls.id)))`,
  ];
}
