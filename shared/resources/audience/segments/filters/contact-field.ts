// The fields of a contact that the rules of a filter can name: `contact.…`, `segment` and `topic.<id>`
// (docs/reference/segments.md#fields).
import { CONTACT_FIELDS, type ContactTextField } from '../../../../contract/contacts/fields.ts';
import { notFound } from '../../../../contract/domain-error.ts';
import { TOPIC_SUBSCRIPTIONS } from '../../../../contract/topics/values.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import type { ContactProperty } from '../../contact-properties/contact-property.ts';
import { shownInRefusal } from '../../rules/read.ts';
import type { FindRuleField, RuleField, RuleFieldType, TypedTree } from '../../rules/rule.ts';
import type { Topic } from '../../topics/topic.ts';

/** A column of `contacts` that is a field. */
export type ContactColumn = 'email' | ContactTextField['column'] | 'created_at' | 'updated_at';

/** What rules have to know of a contact property. */
export type RuleProperty = Pick<ContactProperty, 'number' | 'type'>;

/** What a rule reads of a contact. */
export type ContactField =
  | { kind: 'column'; column: ContactColumn }
  | { kind: 'property'; property: RuleProperty }
  | { kind: 'unsubscribed' }
  | { kind: 'topic'; topic: Topic }
  | { kind: 'segment' };

/** A tree of rules about contacts. */
export type ContactTree = TypedTree<ContactField>;

/** What an account has that rules can name. */
export interface FilterDefinitions {
  /** By key. */
  properties: ReadonlyMap<string, RuleProperty>;
  /** By id. */
  topics: ReadonlyMap<string, Topic>;
}

const COLUMNS = new Map<string, RuleField<ContactField>>([
  ...(['email', ...CONTACT_FIELDS.map(({ column }) => column)] as const).map(columnOf('text')),
  ...(['created_at', 'updated_at'] as const).map(columnOf('date')),
  ['contact.unsubscribed', { type: 'boolean', ref: { kind: 'unsubscribed' } }],
]);

function columnOf(type: RuleFieldType) {
  return (column: ContactColumn): [string, RuleField<ContactField>] => [
    `contact.${column}`,
    { type, ref: { kind: 'column', column } },
  ];
}

const PROPERTY_PREFIX = 'contact.properties.';
const TOPIC_PREFIX = 'topic.';
const FIELDS = [...COLUMNS.keys(), 'contact.properties.<key>', 'segment', 'topic.<id>'].join(', ');

/** The name of the field of a contact property, and of a topic. */
export const propertyField = (key: string): string => `${PROPERTY_PREFIX}${key}`;
export const topicField = (id: string): string => `${TOPIC_PREFIX}${id}`;

/** Finds the fields of the contacts of an account. It throws `not_found` for the id of an unknown topic. */
export function contactFieldsOf(definitions: FilterDefinitions): FindRuleField<ContactField> {
  return (name) => {
    if (name === 'segment') return { type: 'member', ref: { kind: 'segment' } };
    if (name.startsWith(PROPERTY_PREFIX)) return findProperty(name, definitions);
    if (name.startsWith(TOPIC_PREFIX)) return findTopic(name, definitions);
    if (name.startsWith('engagement.'))
      return {
        refusal: `is ${shownInRefusal(name)}, which is not available yet: filters cannot ask for engagement`,
      };
    return COLUMNS.get(name) ?? { refusal: `is ${shownInRefusal(name)}, but the fields are ${FIELDS}` };
  };
}

type Found = ReturnType<FindRuleField<ContactField>>;

function findProperty(name: string, { properties }: FilterDefinitions): Found {
  const property = properties.get(name.slice(PROPERTY_PREFIX.length));
  if (!property) return { refusal: `is ${shownInRefusal(name)}, which is not a contact property` };
  const type = property.type === 'string' ? 'text' : property.type;
  return { type, ref: { kind: 'property', property } };
}

function findTopic(name: string, { topics }: FilterDefinitions): Found {
  const id = name.slice(TOPIC_PREFIX.length).toLowerCase();
  if (!isUuidV7(id))
    return { refusal: `is ${shownInRefusal(name)}, which does not end in the id of a topic` };
  const topic = topics.get(id);
  if (!topic) throw notFound('Topic');
  const choices = TOPIC_SUBSCRIPTIONS;
  return { type: 'choice', name: topicField(id), choices, ref: { kind: 'topic', topic } };
}
