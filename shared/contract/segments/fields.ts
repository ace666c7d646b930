// Segments: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import { CONTACT_FIELDS } from '../contacts/fields.ts';
import { CONTACT_OBJECTS } from '../contacts/objects.ts';
import { type FieldDescriptions, GENERAL_FIELDS } from '../fields.ts';

const RULE_FIELDS: FieldDescriptions = {
  'Rule.type':
    'What the object is. When absent, it is a rule, or the short form of a node: an object with only `rule`, `and`, `or` or `not`',
  'Rule.field':
    'Of a rule: the field, such as `contact.email`, `contact.properties.<key>`, `segment` or `topic.<id>`',
  'Rule.operator': 'Of a rule: what it asks of the field',
  'Rule.value': 'Of a rule: the value of the operator. `exists` and `is_empty` take none',
  'Rule.rules': 'Of `and` and `or`: what they combine',
  'Rule.rule': 'Of `not`: what must not be met; as the short form of a rule: the rule',
  'Rule.and': 'Short form: all of these must be met',
  'Rule.or': 'Short form: one of these must be met',
  'Rule.not': 'Short form: this must not be met',
};

/** The contacts of a preview are described as those of lists. */
const PREVIEWED_CONTACT_FIELDS: FieldDescriptions = Object.fromEntries(
  Object.keys(CONTACT_OBJECTS.ContactItem).map((name) => [
    `SegmentPreview.contacts.${name}`,
    CONTACT_FIELDS[name] ?? GENERAL_FIELDS[name] ?? '',
  ]),
);

export const SEGMENT_FIELDS: FieldDescriptions = {
  ...RULE_FIELDS,
  ...PREVIEWED_CONTACT_FIELDS,
  'createSegment.name': 'Name, up to 200 characters',
  'updateSegment.name': 'Name, up to 200 characters',
  audience_id: 'Id of the audience whose contacts the segment can have',
  'createSegment.audience_id':
    'Id of the audience whose contacts the segment can have; when absent, the default audience. It cannot be changed later',
  'updateSegment.audience_id': 'Cannot be changed: the present id, or absent',
  filter:
    'The rules that a contact must meet to be in the segment, in their long form; null: the segment is static, and contacts are added to it one by one',
  'createSegment.filter':
    'Makes the segment dynamic: the rules that a contact must meet to be in it. When absent or null, the segment is static. Whether it is static or dynamic cannot be changed later',
  'updateSegment.filter': 'Replaces the rules of a dynamic segment; null is the filter of a static one',
  'previewSegment.filter': 'The rules that a contact must meet',
  'previewSegment.audience_id': 'Id of the audience; when absent, the default audience',
  contacts_count: 'The number of contacts of the segment when it was last counted; null: not yet',
  counted_at: 'When the contacts of the segment were last counted; null: not yet',
  count: 'The number of contacts that meet the filter',
  contacts: 'The newest contacts that meet the filter, up to ten',
  deleted: 'True: the segment was deleted',
};
