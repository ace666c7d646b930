// An account whose fields rules name, as the dashboard has it and as the API does.
import { contactFields } from '../../dashboard/rules/contacts/contact-fields.ts';
import type { RecordFields } from '../../dashboard/rules/rule-fields.ts';
import { FILTER_DEPTH_MAX, FILTER_RULES_MAX } from '../../shared/contract/limits.ts';
import { CAMPAIGN_PARTS } from '../../shared/contract/segments/values.ts';
import { readRules } from '../../shared/resources/audience/rules/read.ts';
import { typeRules } from '../../shared/resources/audience/rules/type-check.ts';
import { contactFieldsOf } from '../../shared/resources/audience/segments/filters/contact-field.ts';
import type { Topic } from '../../shared/resources/audience/topics/topic.ts';
import type { RandomField } from '../shared/resources/audience/rules/support/random-trees.ts';

export const LIMITS = { rules: FILTER_RULES_MAX, depth: FILTER_DEPTH_MAX };
export const [TOPIC, CAMPAIGN, POLL, OPTION, SEGMENT] = Array.from(
  { length: 5 },
  (_, index) => `0199d3a0-0000-7000-8000-00000000000${index}`,
) as [string, string, string, string, string];
const PROPERTIES = [
  { key: 'plan', type: 'string' },
  { key: 'seats', type: 'number' },
  { key: 'paying', type: 'boolean' },
  { key: 'born', type: 'date' },
] as const;

const read = () => Promise.resolve([]);
const RECORDS: readonly RecordFields[] = [
  { prefix: 'topic.', label: 'Topic', one: 'a topic', first: 'opt_in', isAlike: true, read },
  { prefix: 'campaign.', label: 'Campaign', one: 'a campaign', first: 'opened', isAlike: true, read },
  { prefix: 'poll.', label: 'Poll', one: 'a poll', first: 'any', isAlike: false, read },
];
export const FIELDS = contactFields(
  {
    properties: PROPERTIES,
    topics: [{ id: TOPIC, name: 'Product news' }],
    campaigns: [{ id: CAMPAIGN, name: 'Autumn sale' }],
    polls: [{ id: POLL, name: 'Tea or coffee?', options: [{ id: OPTION, label: 'Tea' }] }],
    segmentNames: new Map([[SEGMENT, 'Customers']]),
    audienceId: undefined,
  },
  RECORDS,
);
/** The same account, as the API has it. */
const FIND = contactFieldsOf({
  properties: new Map(PROPERTIES.map(({ key, type }, number) => [key, { number, type }])),
  topics: new Map([[TOPIC, { id: TOPIC } as Topic]]),
  campaigns: new Map([[CAMPAIGN, { dispatchId: CAMPAIGN, isTaken: true }]]),
  polls: new Map([[POLL, { id: POLL, optionIds: [OPTION] }]]),
});
export const RANDOM_FIELDS: readonly RandomField[] = [
  { name: 'contact.email', type: 'text' },
  { name: 'contact.first_name', type: 'text' },
  { name: 'contact.created_at', type: 'date' },
  { name: 'contact.unsubscribed', type: 'boolean' },
  { name: 'contact.properties.plan', type: 'text' },
  { name: 'contact.properties.seats', type: 'number' },
  { name: 'contact.properties.paying', type: 'boolean' },
  { name: 'contact.properties.born', type: 'date' },
  { name: 'engagement.last_opened_days', type: 'days' },
  { name: 'segment', type: 'member', values: [SEGMENT] },
  { name: `topic.${TOPIC}`, type: 'choice', values: ['opt_in', 'opt_out'] },
  { name: `campaign.${CAMPAIGN}`, type: 'choice', values: CAMPAIGN_PARTS },
  { name: `poll.${POLL}`, type: 'choice', values: ['any', OPTION] },
];
export const CONTEXT = { path: 'filter', fields: FIELDS, limits: LIMITS };

/** As POST /segments/preview judges it. @returns the path of the fault; undefined: it is accepted */
export function refusedPath(filter: unknown): string | undefined {
  try {
    typeRules(readRules(filter, 'filter', LIMITS), 'filter', FIND);
    return undefined;
  } catch (error) {
    return /^`([^`]+)`/.exec((error as Error).message)?.[1] ?? 'no path';
  }
}

export const rule = (field: string, operator: string, value?: unknown) => ({
  type: 'rule',
  field,
  operator,
  ...(value !== undefined && { value }),
});
export const EMAIL = rule('contact.email', 'ends_with', '@acme.dev');
export const PLAN = rule('contact.properties.plan', 'eq', 'pro');
export const NAME = rule('contact.first_name', 'exists');
