// The fields of a contact that the rules of a filter can name (docs/reference/segments.md#fields): those that every account
// has, and the beginnings of those that name something of the account.

import type { CONTACT_PROPERTY_TYPES } from '../contact-properties/values.ts';
import { CONTACT_FIELDS } from '../contacts/fields.ts';
import type { RuleFieldType } from '../rules/values.ts';

/** The facts about the mail of an address that rules know, in days ago. */
export const ENGAGEMENT_RULE_KINDS = ['received', 'opened', 'clicked'] as const;

/** Columns of a contact → their types, without `unsubscribed`, which is a fact of the address. */
export const CONTACT_RULE_COLUMNS = [
  { column: 'email', type: 'text' },
  ...CONTACT_FIELDS.map(({ column }) => ({ column, type: 'text' }) as const),
  { column: 'created_at', type: 'date' },
  { column: 'updated_at', type: 'date' },
] as const;

/** The name of the field of a column, and of a kind of engagement. */
export const columnField = (column: string): string => `contact.${column}`;
export const engagementField = (kind: (typeof ENGAGEMENT_RULE_KINDS)[number]): string =>
  `engagement.last_${kind}_days`;

export const UNSUBSCRIBED_FIELD = 'contact.unsubscribed';
export const SEGMENT_FIELD = 'segment';
export const PROPERTY_PREFIX = 'contact.properties.';
export const TOPIC_PREFIX = 'topic.';
export const CAMPAIGN_PREFIX = 'campaign.';
export const POLL_PREFIX = 'poll.';

/** Any vote, instead of an option of a poll. */
export const ANY_OPTION = 'any';

/** The type of the field of a contact property. */
export function ruleTypeOfProperty(type: (typeof CONTACT_PROPERTY_TYPES)[number]): RuleFieldType {
  return type === 'string' ? 'text' : type;
}
