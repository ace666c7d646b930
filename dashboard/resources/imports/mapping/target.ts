// What a column of a file becomes: a field of contacts, a property that exists, a new one, or nothing. Pure.
import {
  PROPERTY_KEY,
  PROPERTY_KEY_MAX_LENGTH,
} from '../../../../shared/contract/contact-properties/keys.ts';
import { CONTACT_PROPERTY_TYPES } from '../../../../shared/contract/contact-properties/values.ts';
import { CONTACT_FIELDS } from '../../../../shared/contract/contacts/fields.ts';
import { foldName } from '../../../../shared/resources/flows/contact-imports/parsing/header-names.ts';
import type { ContactPropertyItem } from '../../../api/generated/types.ts';
import { PROPERTY_TYPE_WORDS } from '../../contact-properties/type-words.ts';

/** Type of a property. */
export type PropertyType = (typeof CONTACT_PROPERTY_TYPES)[number];

/** A property, as far as columns are about it. */
export type KnownProperty = Pick<ContactPropertyItem, 'key' | 'type'>;

/** The fields that every contact has, by their names in the API. */
export const TARGET_FIELDS = [
  { field: 'email', label: 'Email address' },
  ...CONTACT_FIELDS.map(({ column, title }) => ({ field: column, label: title })),
  { field: 'unsubscribed', label: 'Unsubscribed: yes or no' },
  { field: 'tracking', label: 'Tracking: allowed or refused' },
] as const;

/** Name of a field. */
export type TargetField = (typeof TARGET_FIELDS)[number]['field'];

/** The target of a column. */
export type ColumnTarget =
  | { to: 'nothing' }
  | { to: 'field'; field: TargetField }
  | { to: 'property'; key: string }
  | { to: 'new'; key: string; type: PropertyType };

export const LEFT_OUT: ColumnTarget = { to: 'nothing' };
/** Characters of a name: its first words are enough. */
const NAME_READ = 200;

/** The id of a target among the options of its column. */
export function targetId(target: ColumnTarget): string {
  switch (target.to) {
    case 'nothing':
      return 'nothing';
    case 'field':
      return `field ${target.field}`;
    case 'property':
      return `property ${target.key}`;
    case 'new':
      return `new ${target.type}`;
  }
}

/** The possible targets in words. The ids are from `targetId`. */
export function targetOptions(properties: readonly KnownProperty[]): { id: string; label: string }[] {
  return [
    { id: targetId(LEFT_OUT), label: 'Leave out' },
    ...TARGET_FIELDS.map(({ field, label }) => ({ id: targetId({ to: 'field', field }), label })),
    ...properties.map(({ key, type }) => ({
      id: targetId({ to: 'property', key }),
      label: `${key} (${PROPERTY_TYPE_WORDS[type]})`,
    })),
    ...CONTACT_PROPERTY_TYPES.map((type) => ({
      id: targetId({ to: 'new', key: '', type }),
      label: `New property: ${PROPERTY_TYPE_WORDS[type]}`,
    })),
  ];
}

/** The target with an id. @param name of the column: a new property is named after it */
export function targetOf(id: string, name: string): ColumnTarget {
  const [to, ...rest] = id.split(' ');
  const about = rest.join(' ');
  const field = TARGET_FIELDS.find((each) => each.field === about)?.field;
  const type = CONTACT_PROPERTY_TYPES.find((each) => each === about);
  if (to === 'field' && field) return { to, field };
  if (to === 'property') return { to, key: about };
  if (to === 'new' && type) return { to, type, key: keyOfName(name) };
  return LEFT_OUT;
}

/** The key of a property that is named after a column: as an import makes it, else without marks and signs (`grosse_cm`). */
export function keyOfName(name: string): string {
  const folded = foldName(name.slice(0, NAME_READ));
  if (PROPERTY_KEY.test(folded)) return folded;
  return folded
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\W+/g, '_')
    .replace(/_+/g, '_')
    .slice(0, PROPERTY_KEY_MAX_LENGTH)
    .replace(/^_|_$/g, '');
}
