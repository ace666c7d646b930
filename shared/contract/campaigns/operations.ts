// Campaigns: their operations, as rows of the operations table (shared/contract/operations.ts). Each is served below
// `/broadcasts` too, the paths of Resend's SDK, where a record says `object: 'broadcast'`.
import type { DescribedOperation } from '../operation.ts';
import { SENDING_REFUSALS } from '../refusals.ts';

const EXAMPLE = {
  name: 'News of May',
  segment_id: '01997d2c-4b6e-7a3f-8c11-2f4a9c0d5e67',
  from: 'Ana <ana@acme.dev>',
  subject: 'What is new',
  html: '<p>Hello {{ contact.email }}</p><p><a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>',
} as const;

const MOVE = { method: 'post', permission: 'full', answer: { object: 'Campaign' } } as const;
const READ = { method: 'get', permission: 'full' } as const;

/** Operation id → endpoint. */
export const CAMPAIGN_OPERATIONS = {
  createCampaign: {
    method: 'post',
    path: '/campaigns',
    permission: 'full',
    computes: true,
    refuses: ['missing_required_field', 'not_found', 'invalid_from_address', 'monthly_quota_exceeded'],
    summary: 'Create a campaign as a draft, or send or schedule it',
    example: EXAMPLE,
    answer: { object: 'Campaign' },
    status: 201,
    commands: ['campaigns create'],
  },
  listCampaigns: {
    ...READ,
    path: '/campaigns',
    summary: 'List campaigns',
    answer: { listOf: 'CampaignItem' },
    commands: ['campaigns list'],
  },
  getCampaign: {
    ...READ,
    path: '/campaigns/:id',
    summary: 'Get a campaign with its content and statistics',
    answer: { object: 'Campaign' },
    commands: ['campaigns get'],
  },
  updateCampaign: {
    method: 'patch',
    path: '/campaigns/:id',
    permission: 'full',
    computes: true,
    refuses: ['missing_required_field', 'invalid_from_address'],
    summary: 'Update a campaign before it starts, or the content of a paused one',
    example: { subject: 'What is new at Acme' },
    answer: { object: 'Campaign' },
    commands: ['campaigns update'],
  },
  deleteCampaign: {
    method: 'delete',
    path: '/campaigns/:id',
    permission: 'full',
    summary: 'Delete a campaign with its recipients and statistics',
    answer: { object: 'DeletedCampaign' },
    commands: ['campaigns delete'],
  },
  sendCampaign: {
    ...MOVE,
    path: '/campaigns/:id/send',
    refuses: ['monthly_quota_exceeded'],
    summary: 'Send or schedule a draft',
    example: { scheduled_at: 'tomorrow at 9am' },
    commands: ['campaigns send'],
  },
  cancelCampaign: {
    ...MOVE,
    path: '/campaigns/:id/cancel',
    summary: 'Turn a scheduled campaign back into a draft, or end one that has started',
    commands: ['campaigns cancel'],
  },
  pauseCampaign: {
    ...MOVE,
    path: '/campaigns/:id/pause',
    summary: 'Pause a campaign; sending stops within 5 seconds',
    commands: ['campaigns pause'],
  },
  resumeCampaign: {
    ...MOVE,
    path: '/campaigns/:id/resume',
    summary: 'Resume a paused campaign where it stopped',
    commands: ['campaigns resume'],
  },
  chooseCampaignWinner: {
    ...MOVE,
    path: '/campaigns/:id/ab/winner',
    refuses: ['missing_required_field'],
    summary: 'Choose the winner of an A/B test: the remaining recipients get this variant',
    example: { variant: 'b' },
    commands: ['campaigns ab-winner'],
  },
  duplicateCampaign: {
    ...MOVE,
    path: '/campaigns/:id/duplicate',
    summary: 'Duplicate a campaign as a draft, for its audience or part of it',
    example: { audience: 'not_opened' },
    status: 201,
    commands: ['campaigns duplicate'],
  },
  previewCampaign: {
    method: 'post',
    path: '/campaigns/:id/preview',
    permission: 'full',
    computes: true,
    isRead: true,
    summary: 'Render a campaign for a contact without sending',
    example: { contact_id: '01997d2c-4b6e-7a3f-8c11-2f4a9c0d5e68' },
    answer: { object: 'PreviewedCampaign' },
    commands: ['campaigns preview'],
  },
  testCampaign: {
    method: 'post',
    path: '/campaigns/:id/test',
    permission: 'full',
    uses: 'accepting',
    refuses: ['missing_required_field', 'invalid_to_address', 'reserved_recipient', ...SENDING_REFUSALS],
    summary: 'Send a test of a campaign to up to 5 addresses',
    example: { to: ['bo@customer.dev'] },
    answer: { object: 'CampaignTest' },
    commands: ['campaigns test'],
  },
  checkCampaign: {
    ...READ,
    path: '/campaigns/:id/check',
    uses: 'outbound',
    summary: 'Check a campaign before sending; `links=true` also opens its links',
    answer: { object: 'CampaignCheck' },
    commands: ['campaigns check'],
  },
  getCampaignAudience: {
    ...READ,
    path: '/campaigns/:id/audience',
    refuses: ['contacts_timeout'],
    summary: 'Count the contacts that a campaign reaches and those left out, with reasons',
    answer: { object: 'CampaignAudience' },
    commands: ['campaigns audience'],
  },
  getCampaignStats: {
    ...READ,
    path: '/campaigns/:id/stats',
    summary: 'Get the counts and rates of a campaign',
    answer: { object: 'CampaignStats' },
    commands: ['campaigns stats'],
  },
  listCampaignRecipients: {
    ...READ,
    path: '/campaigns/:id/recipients',
    refuses: ['missing_required_field'],
    summary: 'List the recipients of a campaign by outcome',
    answer: { listOf: 'CampaignRecipientItem' },
    commands: ['campaigns recipients'],
  },
  listCampaignEngagement: {
    ...READ,
    path: '/campaigns/:id/engagement',
    refuses: ['missing_required_field'],
    summary: 'List the recipients of a campaign by outcome: the same as /recipients',
    answer: { listOf: 'CampaignRecipientItem' },
    commands: ['campaigns engagement'],
  },
  listCampaignClickedLinks: {
    ...READ,
    path: '/campaigns/:id/clicked-links',
    summary: 'List the clicked links of a campaign, with counts',
    answer: { listOf: 'CampaignLinkItem' },
    commands: ['campaigns clicked-links'],
  },
} as const satisfies Record<string, DescribedOperation>;

type Rows = typeof CAMPAIGN_OPERATIONS;
type BroadcastId<Id> = Id extends `${infer Verb}Campaign${infer Rest}` ? `${Verb}Broadcast${Rest}` : never;
type BroadcastPath<Path> = Path extends `/campaigns${infer Rest}` ? `/broadcasts${Rest}` : never;

/** The same rows below `/broadcasts`, by the ids of campaigns. */
export const BROADCAST_ROWS = mapRows(CAMPAIGN_OPERATIONS, (id, row) => [
  id,
  {
    ...row,
    path: row.path.replace('/campaigns', '/broadcasts'),
    commands: row.commands?.map((command) => command.replace('campaigns', 'broadcasts')) ?? [],
  },
]) as unknown as {
  readonly [Id in keyof Rows]: Omit<Rows[Id], 'path'> & { path: BroadcastPath<Rows[Id]['path']> };
};

/** Operation id → endpoint of broadcasts. */
export const BROADCAST_OPERATIONS = mapRows(BROADCAST_ROWS, (id, row) => [
  id.replace('Campaign', 'Broadcast'),
  row,
]) as unknown as { readonly [Id in keyof Rows as BroadcastId<Id>]: (typeof BROADCAST_ROWS)[Id] };

function mapRows(
  rows: Readonly<Record<string, DescribedOperation>>,
  map: (id: string, row: DescribedOperation) => [string, DescribedOperation],
): Record<string, DescribedOperation> {
  return Object.fromEntries(Object.entries(rows).map(([id, row]) => map(id, row)));
}
