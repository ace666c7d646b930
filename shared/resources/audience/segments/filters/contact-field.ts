// The fields of a contact that the rules of a filter can name: `contact.…`, `segment`, `topic.<id>`, `campaign.<id>`,
// `poll.<id>` and `engagement.…` (docs/reference/segments.md#fields).
import type { ContactTextField } from '../../../../contract/contacts/fields.ts';
import {
  ANY_OPTION,
  CAMPAIGN_PREFIX,
  CONTACT_RULE_COLUMNS,
  columnField,
  ENGAGEMENT_RULE_KINDS,
  engagementField,
  POLL_PREFIX,
  PROPERTY_PREFIX,
  ruleTypeOfProperty,
  SEGMENT_FIELD,
  TOPIC_PREFIX,
  UNSUBSCRIBED_FIELD,
} from '../../../../contract/segments/fields.ts';
import { CAMPAIGN_PARTS } from '../../../../contract/segments/values.ts';
import { TOPIC_SUBSCRIPTIONS } from '../../../../contract/topics/values.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import type { ContactProperty } from '../../contact-properties/contact-property.ts';
import type { EngagementKind } from '../../engagement/record.ts';
import { shownInRefusal } from '../../rules/read.ts';
import type { FindRuleField, RuleField, TypedTree } from '../../rules/rule.ts';
import type { Topic } from '../../topics/topic.ts';
import { campaignField, type FilterCampaign } from './campaigns.ts';
import { type FilterPoll, pollField } from './polls.ts';

/** A column of `contacts` that is a field. */
export type ContactColumn = 'email' | ContactTextField['column'] | 'created_at' | 'updated_at';

/** The facts about a contact property that rules need. */
export type RuleProperty = Pick<ContactProperty, 'number' | 'type'>;

/** A value of a contact that a rule reads. */
export type ContactField =
  | { kind: 'column'; column: ContactColumn }
  | { kind: 'property'; property: RuleProperty }
  | { kind: 'unsubscribed' }
  | { kind: 'topic'; topic: Topic }
  | { kind: 'campaign'; campaign: FilterCampaign }
  | { kind: 'poll'; poll: FilterPoll }
  | { kind: 'engagement'; engagement: EngagementKind }
  | { kind: 'segment' };

/** A tree of rules about contacts. */
export type ContactTree = TypedTree<ContactField>;

/** The definitions of an account that rules can name. */
export interface FilterDefinitions {
  /** Properties by key. */
  properties: ReadonlyMap<string, RuleProperty>;
  /** Topics by id. */
  topics: ReadonlyMap<string, Topic>;
  /** Campaigns by id; at least those that are named. */
  campaigns: ReadonlyMap<string, FilterCampaign>;
  /** Polls by id; at least those that are named. */
  polls: ReadonlyMap<string, FilterPoll>;
}

const COLUMNS = new Map<string, RuleField<ContactField>>([
  ...CONTACT_RULE_COLUMNS.map(({ column, type }): [string, RuleField<ContactField>] => [
    columnField(column),
    { type, ref: { kind: 'column', column } },
  ]),
  [UNSUBSCRIBED_FIELD, { type: 'boolean', ref: { kind: 'unsubscribed' } }],
  ...ENGAGEMENT_RULE_KINDS.map((engagement): [string, RuleField<ContactField>] => [
    engagementField(engagement),
    { type: 'days', ref: { kind: 'engagement', engagement } },
  ]),
]);

const FIELDS = [
  ...COLUMNS.keys(),
  `${PROPERTY_PREFIX}<key>`,
  SEGMENT_FIELD,
  ...[TOPIC_PREFIX, CAMPAIGN_PREFIX, POLL_PREFIX].map((prefix) => `${prefix}<id>`),
].join(', ');

/** The name of the field of a contact property, and of a topic. */
export const propertyField = (key: string): string => `${PROPERTY_PREFIX}${key}`;
export const topicField = (id: string): string => `${TOPIC_PREFIX}${id}`;

/** Finds the fields of the contacts of an account; an unknown topic, campaign or poll is missing. */
export function contactFieldsOf(definitions: FilterDefinitions): FindRuleField<ContactField> {
  return (name) => {
    if (name === SEGMENT_FIELD) return { type: 'member', ref: { kind: 'segment' } };
    if (name.startsWith(PROPERTY_PREFIX)) return findProperty(name, definitions);
    if (name.startsWith(TOPIC_PREFIX)) return findTopic(name, definitions);
    if (name.startsWith(CAMPAIGN_PREFIX)) return findCampaign(name, definitions);
    if (name.startsWith(POLL_PREFIX)) return findPoll(name, definitions);
    return COLUMNS.get(name) ?? { refusal: `is ${shownInRefusal(name)}, but the fields are ${FIELDS}` };
  };
}

type Found = ReturnType<FindRuleField<ContactField>>;

function findProperty(name: string, { properties }: FilterDefinitions): Found {
  const property = properties.get(name.slice(PROPERTY_PREFIX.length));
  if (!property) return { refusal: `is ${shownInRefusal(name)}, which is not a contact property` };
  return { type: ruleTypeOfProperty(property.type), ref: { kind: 'property', property } };
}

function findTopic(name: string, { topics }: FilterDefinitions): Found {
  const id = name.slice(TOPIC_PREFIX.length).toLowerCase();
  if (!isUuidV7(id))
    return { refusal: `is ${shownInRefusal(name)}, which does not end in the id of a topic` };
  const topic = topics.get(id);
  if (!topic) return { missing: 'Topic' };
  const choices = TOPIC_SUBSCRIPTIONS;
  return { type: 'choice', name: topicField(id), choices, ref: { kind: 'topic', topic } };
}

function findCampaign(name: string, { campaigns }: FilterDefinitions): Found {
  const id = name.slice(CAMPAIGN_PREFIX.length).toLowerCase();
  if (!isUuidV7(id))
    return { refusal: `is ${shownInRefusal(name)}, which does not end in the id of a campaign` };
  const campaign = campaigns.get(id);
  if (!campaign) return { missing: 'Campaign' };
  if (!campaign.isTaken)
    return {
      refusal: `is ${shownInRefusal(name)}, a campaign that has not started, so its audience is not known yet`,
    };
  const ref = { kind: 'campaign', campaign } as const;
  return { type: 'choice', name: campaignField(id), choices: CAMPAIGN_PARTS, ref };
}

function findPoll(name: string, { polls }: FilterDefinitions): Found {
  const id = name.slice(POLL_PREFIX.length).toLowerCase();
  if (!isUuidV7(id)) return { refusal: `is ${shownInRefusal(name)}, which does not end in the id of a poll` };
  const poll = polls.get(id);
  if (!poll) return { missing: 'Poll' };
  const choices = [ANY_OPTION, ...poll.optionIds];
  return { type: 'choice', name: pollField(id), choices, ref: { kind: 'poll', poll } };
}
