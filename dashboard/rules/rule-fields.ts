// What rules can be about, as a page offers it to RuleTree: fields with their words. Segments give the fields of contacts
// (use-contact-fields.ts), automations those of an event.
import type { SelectOption } from '../design/floating/option-popover.tsx';

/** A field whose type is known. */
export interface RuleField {
  /** As the API calls it: `contact.email`. */
  name: string;
  /** In a list and in a row: "Address". */
  label: string;
  /** In a sentence: "address". */
  words: string;
  /** What it is a field of: "Contact", "Property". */
  group: string;
  type: string;
}

/** The fields of a tree. */
export interface RuleFields {
  /** Those to choose from, in their order. */
  list: readonly SelectOption[];
  /** @returns undefined: there is no such field (any more) */
  find(name: string): RuleField | undefined;
}
