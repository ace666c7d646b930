// The fields of contacts, made of what the account has: every rule that the API takes about a contact has its field here. Pure.
import {
  CAMPAIGN_PREFIX,
  POLL_PREFIX,
  SEGMENT_FIELD,
  TOPIC_PREFIX,
} from '../../../shared/contract/segments/fields.ts';
import type { ContactPropertyItem, TopicItem } from '../../api/generated/types.ts';
import type { RecordFields, RuleChoice, RuleField, RuleFields, RuleOption } from '../rule-fields.ts';
import {
  COMMON_FIELDS,
  fieldOfProperty,
  MEMBERSHIP_FIELD,
  PART_CHOICES,
  SUBSCRIPTION_CHOICES,
  voteChoices,
} from './contact-words.ts';

/** A record that rules name by its id. */
export interface NamedRecord {
  id: string;
  /** Undefined: it is not read yet. */
  name: string | undefined;
}

/** A poll that rules name. */
export interface NamedPoll extends NamedRecord {
  options: readonly { id: string; label: string }[];
}

/** The definitions of the account. */
export interface AudienceFacts {
  properties: readonly Pick<ContactPropertyItem, 'key' | 'type'>[];
  topics: readonly Pick<TopicItem, 'id' | 'name'>[];
  /** At least the existing ones that the rules name. */
  campaigns: readonly NamedRecord[];
  polls: readonly NamedPoll[];
  /** Id → name of segments that the rules name. */
  segmentNames: ReadonlyMap<string, string> | undefined;
  audienceId: string | undefined;
}

/** @param records where topics, campaigns and polls are chosen */
export function contactFields(facts: AudienceFacts, records: readonly RecordFields[]): RuleFields {
  const { properties, topics, campaigns, polls, segmentNames, audienceId } = facts;
  const all = [
    ...COMMON_FIELDS,
    MEMBERSHIP_FIELD,
    ...properties.map(fieldOfProperty),
    ...topics.map((topic) => fieldOfRecord(TOPIC_PREFIX, 'Topic', topic, SUBSCRIPTION_CHOICES)),
    ...campaigns.map((campaign) => fieldOfRecord(CAMPAIGN_PREFIX, 'Campaign', campaign, PART_CHOICES)),
    ...polls.map((poll) => fieldOfRecord(POLL_PREFIX, 'Poll', poll, voteChoices(poll.options))),
  ];
  const byName = new Map(all.map((field) => [field.name, field]));
  return {
    list: optionsOf(properties),
    records,
    // Ids may be in any letter case, keys of properties are in one.
    find: (name) => byName.get(name) ?? byName.get(isOfRecord(records, name) ? name.toLowerCase() : name),
    segmentName: (id) => segmentNames?.get(id.toLowerCase()),
    audienceId,
  };
}

function isOfRecord(records: readonly RecordFields[], name: string): boolean {
  return records.some(({ prefix }) => name.startsWith(prefix));
}

function fieldOfRecord(
  prefix: string,
  label: string,
  { id, name }: NamedRecord,
  choices: readonly RuleChoice[],
): RuleField {
  const isReading = name === undefined;
  const of = { id, label: name ?? '…' };
  return { name: `${prefix}${id}`, type: 'choice', label, words: '', of, choices, isReading };
}

const RECORD_OPTIONS: readonly RuleOption[] = [
  { id: SEGMENT_FIELD, label: 'Segment', hint: 'Membership' },
  { id: TOPIC_PREFIX, label: 'Topic', hint: 'Subscription' },
  { id: CAMPAIGN_PREFIX, label: 'Campaign', hint: 'Result' },
  { id: POLL_PREFIX, label: 'Poll', hint: 'Vote' },
];

/** First facts about contacts, then what they receive, then what they did. */
function optionsOf(properties: AudienceFacts['properties']): RuleOption[] {
  const optionOf = ({ name, label }: RuleField) => ({ id: name, label });
  const own = properties
    .map((property) => ({ ...optionOf(fieldOfProperty(property)), hint: 'Property' }))
    .sort((one, other) => (one.label < other.label ? -1 : 1));
  return [
    ...COMMON_FIELDS.filter(({ type }) => type === 'text').map(optionOf),
    ...own,
    ...RECORD_OPTIONS,
    ...COMMON_FIELDS.filter(({ type }) => type !== 'text').map(optionOf),
  ];
}
