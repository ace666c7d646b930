// The types of contact properties in words.
import type { ContactPropertyItem } from '../../api/generated/types.ts';

/** Type → what its values are. */
export const PROPERTY_TYPE_WORDS: Readonly<Record<ContactPropertyItem['type'], string>> = {
  string: 'text',
  number: 'number',
  boolean: 'yes or no',
  date: 'date',
};
