// The fields of contacts in the words of people: those that every account has, and what can be said of a topic, a campaign
// and a poll. Pure.
import { CONTACT_FIELDS } from '../../../shared/contract/contacts/fields.ts';
import {
  ANY_OPTION,
  CONTACT_RULE_COLUMNS,
  columnField,
  ENGAGEMENT_RULE_KINDS,
  engagementField,
  PROPERTY_PREFIX,
  ruleTypeOfProperty,
  SEGMENT_FIELD,
  UNSUBSCRIBED_FIELD,
} from '../../../shared/contract/segments/fields.ts';
import type { CAMPAIGN_PARTS } from '../../../shared/contract/segments/values.ts';
import type { ContactPropertyItem } from '../../api/generated/types.ts';
import type { RuleChoice, RuleField } from '../rule-fields.ts';

const TITLES: ReadonlyMap<string, string> = new Map([
  ['email', 'Address'],
  ['created_at', 'Date added'],
  ['updated_at', 'Date of the last change'],
  ...CONTACT_FIELDS.map(({ column, title }) => [column, title] as const),
]);
const ENGAGEMENT_TITLES: Readonly<Record<(typeof ENGAGEMENT_RULE_KINDS)[number], string>> = {
  received: 'Last received mail',
  opened: 'Last opened mail',
  clicked: 'Last clicked a link',
};

/** Fields of every account. */
export const COMMON_FIELDS: readonly RuleField[] = [
  ...CONTACT_RULE_COLUMNS.map(({ column, type }) =>
    titled(columnField(column), type, TITLES.get(column) ?? column),
  ),
  titled(UNSUBSCRIBED_FIELD, 'boolean', 'Unsubscribed from everything'),
  ...ENGAGEMENT_RULE_KINDS.map((kind) => titled(engagementField(kind), 'days', ENGAGEMENT_TITLES[kind])),
];

/** Whether a contact is in a segment: its verbs and the name of the segment say all. */
export const MEMBERSHIP_FIELD: RuleField = {
  name: SEGMENT_FIELD,
  type: 'member',
  label: 'Segment',
  words: '',
};

function titled(name: string, type: RuleField['type'], label: string): RuleField {
  return { name, type, label, words: label.charAt(0).toLowerCase() + label.slice(1) };
}

/** The field of a contact property: its key is its word. */
export function fieldOfProperty({ key, type }: Pick<ContactPropertyItem, 'key' | 'type'>): RuleField {
  return { name: `${PROPERTY_PREFIX}${key}`, type: ruleTypeOfProperty(type), label: key, words: key };
}

/** The choices for a topic. */
export const SUBSCRIPTION_CHOICES: readonly RuleChoice[] = [
  { value: 'opt_in', is: (it) => `gets ${it}`, isNot: (it) => `does not get ${it}` },
  { value: 'opt_out', is: (it) => `does not get ${it}`, isNot: (it) => `gets ${it}` },
];

type PartWords = Omit<RuleChoice, 'value'>;

/** The parts of a campaign. */
const PARTS: Readonly<Record<(typeof CAMPAIGN_PARTS)[number], PartWords>> = {
  targeted: { is: (it) => `was a recipient of ${it}`, isNot: (it) => `was not a recipient of ${it}` },
  received: { is: (it) => `was sent ${it}`, isNot: (it) => `was not sent ${it}` },
  delivered: { is: (it) => `got ${it}`, isNot: (it) => `did not get ${it}` },
  opened: { is: (it) => `opened ${it}`, isNot: (it) => `did not open ${it}` },
  clicked: { is: (it) => `clicked a link in ${it}`, isNot: (it) => `did not click a link in ${it}` },
  bounced: { is: (it) => `${it} bounced`, isNot: (it) => `${it} did not bounce` },
  complained: { is: (it) => `complained about ${it}`, isNot: (it) => `did not complain about ${it}` },
  unsubscribed: { is: (it) => `unsubscribed from ${it}`, isNot: (it) => `did not unsubscribe from ${it}` },
};
export const PART_CHOICES: readonly RuleChoice[] = Object.entries(PARTS).map(([value, words]) => ({
  value,
  ...words,
}));

/** The choices for a poll: its options, and any vote. */
export function voteChoices(options: readonly { id: string; label: string }[]): RuleChoice[] {
  return [
    { value: ANY_OPTION, is: (it) => `voted in ${it}`, isNot: (it) => `did not vote in ${it}` },
    ...options.map(({ id, label }) => ({
      value: id,
      is: (it: string) => `voted for “${label}” in ${it}`,
      isNot: (it: string) => `did not vote for “${label}” in ${it}`,
    })),
  ];
}
