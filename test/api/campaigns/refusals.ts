// What campaigns refuse because of their fields (docs/reference/campaigns.md).
import {
  LIST_NAME_MAX_LENGTH,
  RATE_PER_HOUR_MAX,
  SUBJECT_MAX_LENGTH,
} from '../../../shared/contract/limits.ts';
import { defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { each, type Refusal } from '../refusal.ts';

const prepare: NonNullable<Refusal['prepare']> = async (pool, accountId) => ({
  audience_id: await defaultAudienceOf(pool, accountId),
  send: undefined,
  scheduled_at: undefined,
});
const create = { operation: 'createCampaign', prepare } as const;
const change = {
  operation: 'updateCampaign',
  prepare: async () => ({ audience_id: undefined, if_updated_at: undefined, scheduled_at: undefined }),
} as const;
const FIELDS = [
  ...each('name', 5, 'x'.repeat(LIST_NAME_MAX_LENGTH + 1), 'a\nb'),
  ...each('audience_id', 'none', 5, '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e'),
  ...each('segment_id', 'none', 5),
  ...each('topic_id', 'none', 5),
  ...each('from', 'Ana\r\nBcc: x@y.dev <ana@acme.dev>'),
  ...each('subject', 5, 'x'.repeat(SUBJECT_MAX_LENGTH + 1), 'a\nb'),
  ...each('reply_to', 5, ['ana'], 'a@acme.dev\nBcc: x@y.dev', Array(51).fill('a@acme.dev')),
  ...each('preview_text', 5, 'x'.repeat(2_001)),
  ...each('html', 5, ['x']),
  ...each('text', {}),
  ...each('tracking', true, { opens: 'yes' }, { open: true }, { other: true }),
  ...each('scheduled_at', 5, 'whenever'),
  ...each('timezone', 5, '', 'x'.repeat(101), ['UTC']),
  ...each('timezone_property', 5, '', 'No key', ['zone']),
  ...each('utm', 5, [], { source: 5 }, { source: 'x'.repeat(201) }, { term: 'x' }, { utm_source: 'x' }),
  ...each('poll', 5, [], { question: 'a', options: ['a'] }),
  ...each('rate_per_hour', 0, -1, 1.5, '60', RATE_PER_HOUR_MAX + 1, []),
];

export const refusals: readonly Refusal[] = [
  {
    ...create,
    rule: 'Rejects a campaign without a subject, or without an audience and a segment, with missing_required_field 422.',
    error: 'missing_required_field',
    bodies: [...each('subject', undefined, null, '', '  '), ...each('audience_id', undefined, null)],
  },
  {
    ...create,
    rule: 'Rejects a From of a campaign that is no address with invalid_from_address 422.',
    error: 'invalid_from_address',
    bodies: each('from', 'ana', 'Ana <ana>', 'a@acme.dev, b@acme.dev'),
  },
  {
    ...create,
    rule: 'Rejects a campaign with an invalid field with validation_error 422 and names the field.',
    bodies: [...FIELDS, ...each('send', 'true', 1), { segmentId: 'none' }, { scheduledAt: 'in 1 hour' }],
  },
  {
    ...create,
    rule: 'Rejects a campaign that has neither a body nor a template, or both, with validation_error 422.',
    says: '`',
    bodies: [
      { html: undefined, text: undefined },
      { html: '', text: null },
      { html: null, text: '' },
      { template: { id: 'welcome' } },
      { template_id: 'welcome', text: undefined },
      { html: undefined, text: undefined, template: {} },
      { html: undefined, text: undefined, template: { id: 'welcome', alias: 'news' } },
      { html: undefined, text: undefined, variables: { NAME: 'Bo' } },
    ],
  },
  {
    ...create,
    rule: 'Rejects a time of a campaign that is past, more than 30 days ahead, or given without `send: true`, with validation_error 422.',
    bodies: [
      ...['2020-01-01T00:00:00Z', 'in 31 days', 'yesterday'].map((time) => ({
        scheduled_at: time,
        send: true,
      })),
      ...[undefined, false].map((send) => ({ scheduled_at: 'in 1 hour', send })),
    ],
  },
  {
    ...change,
    rule: 'Rejects a From of a campaign that is no address with invalid_from_address 422.',
    error: 'invalid_from_address',
    bodies: each('from', 'ana'),
  },
  {
    ...change,
    rule: 'Rejects a body without a required field with missing_required_field 422, and names the field.',
    error: 'missing_required_field',
    bodies: each('ab_test', {}),
  },
  {
    ...change,
    rule: 'Rejects an invalid change of a campaign with validation_error 422 and names the field.',
    bodies: [
      ...FIELDS,
      ...each('subject', '', ' ', null),
      ...each('from', null),
      ...each('audience_id', null),
      ...each('if_updated_at', 'now', 5),
    ],
  },
  {
    operation: 'duplicateCampaign',
    rule: 'Rejects a copy of a campaign for an unknown part of its audience with validation_error 422.',
    bodies: each('audience', '', 'opened', 5, ['new']),
  },
];
