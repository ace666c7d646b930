// What a client gives for a contact, and its checks against what the account has: properties, segments and topics
// (docs/reference/contacts.md#post-contacts).
import type { FieldsByKey } from '../../../../contract/contacts/fields.ts';
import { DomainError, notFound, readEach } from '../../../../contract/domain-error.ts';
import type { ContactProperty } from '../../contact-properties/contact-property.ts';
import { isValueOfType, PROPERTY_VALUE_WORDS } from '../../contact-properties/value.ts';
import { isDynamic, type Segment, segmentOfOtherAudience } from '../../segments/segment.ts';
import type { TopicSubscription } from '../../topics/topic.ts';

/** A key that is too long for a property is shown up to here. */
export const SHOWN_KEY_LENGTH = 50;

/** The values of properties by key, as given. Pairs and not an object, because a key may be `__proto__`. */
export type GivenProperties = readonly (readonly [key: string, value: unknown])[];

/** A topic with a subscription. */
export interface GivenTopicChoice {
  id: string;
  subscription: TopicSubscription;
}

/** A contact from a client. Absent fields stay unchanged. */
export interface ContactInput extends Partial<FieldsByKey<string | undefined>> {
  email: string;
  /** The address in key form (shared/mail/addresses.ts). */
  emailKey: string;
  unsubscribed: boolean;
  refusesTracking: boolean;
  /** A null value means that none is given. */
  properties: GivenProperties;
  segmentIds: readonly string[];
  topics: readonly GivenTopicChoice[];
}

/** The definitions of an account, by key or id. Segments and topics are locked by the transaction. */
export interface Definitions {
  audienceId: string;
  properties: ReadonlyMap<string, ContactProperty>;
  segments: ReadonlyMap<string, Segment>;
  topicIds: ReadonlySet<string>;
}

/** A contact that was checked. */
export interface CheckedContact extends Omit<ContactInput, 'properties'> {
  /** The values of properties by their numbers, each once. */
  values: Iterable<readonly [number: number, value: unknown]>;
}

/**
 * Checks a contact.
 * @throws DomainError `validation_error` for a property, `not_found` for a segment or topic
 */
export function checkContact(
  { properties, ...input }: ContactInput,
  definitions: Definitions,
): CheckedContact {
  const given = properties.filter(([, value]) => value !== null);
  requireJoinable(definitions, input);
  return { ...input, values: checkProperties(given, definitions.properties) };
}

/**
 * Checks values of properties; null is a value of every type.
 * @returns number of the property → its value
 * @throws DomainError `validation_error` for a key that is not declared or a value of another type
 */
export function checkProperties(
  given: GivenProperties,
  properties: ReadonlyMap<string, ContactProperty>,
): Map<number, unknown> {
  const values = new Map<number, unknown>();
  readEach(given, ([key, value]) => {
    const property = properties.get(key);
    if (!property) {
      throw new DomainError(
        'validation_error',
        `\`properties\` has a key that is not a contact property: ${JSON.stringify(key.slice(0, SHOWN_KEY_LENGTH))}. Create it with POST /contact-properties first, or save the contact with \`create_properties: true\`.`,
        { field: `properties.${key.slice(0, SHOWN_KEY_LENGTH).toWellFormed()}` },
      );
    }
    if (value !== null && !isValueOfType(property.type, value)) {
      throw new DomainError(
        'validation_error',
        `\`properties.${key}\` must be ${PROPERTY_VALUE_WORDS[property.type]}.`,
        { field: `properties.${key}` },
      );
    }
    values.set(property.number, value);
  });
  return values;
}

/**
 * Checks what contacts are to join.
 * @throws DomainError `not_found` for a segment or topic; `validation_error` for a segment of another audience or a
 *   dynamic one
 */
export function requireJoinable(
  definitions: Definitions,
  { segmentIds, topics }: Pick<ContactInput, 'segmentIds' | 'topics'>,
): void {
  for (const id of segmentIds) requireSegmentOf(definitions, id);
  for (const { id } of topics) if (!definitions.topicIds.has(id)) throw notFound('Topic');
}

function requireSegmentOf({ segments, audienceId }: Definitions, id: string): void {
  const segment = segments.get(id);
  if (!segment) throw notFound('Segment');
  if (segment.audienceId !== audienceId) throw segmentOfOtherAudience(id);
  requireStatic(segment);
}

/** Checks that contacts can be added to a segment and removed. @throws DomainError `validation_error` */
export function requireStatic(segment: Segment): void {
  if (!isDynamic(segment)) return;
  throw new DomainError(
    'validation_error',
    `The segment ${segment.id} is dynamic: its filter decides which contacts it has, so you cannot add or remove contacts.`,
  );
}
