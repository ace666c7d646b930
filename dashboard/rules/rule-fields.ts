// What rules can be about, as a page offers it to RuleTree: fields with their words. Segments give the fields of contacts
// (use-contact-fields.ts); conditions of automations can give those of an event.
import type { RuleFieldType, RuleValue } from '../../shared/contract/rules/values.ts';

/** A value of a `choice`, in words with a place for what the field is of: "gets it", "does not get it". */
export interface RuleChoice {
  value: RuleValue;
  is: (it: string) => string;
  isNot: (it: string) => string;
}

/** An option of a list. */
export interface RuleOption {
  id: string;
  label: string;
  hint?: string;
}

/** A field. */
export interface RuleField {
  /** As the API calls it: `contact.email`. */
  name: string;
  type: RuleFieldType;
  /** In a row: "Address". */
  label: string;
  /** In a sentence: "address". */
  words: string;
  /** The values of a `choice`. */
  choices?: readonly RuleChoice[];
  /** The record that a field names, for example a topic. */
  of?: { id: string; label: string };
  /** Its record is not read yet, so it is not known what is wrong. */
  isReading?: boolean;
}

/** Fields that name a record each: `topic.<id>`. */
export interface RecordFields {
  /** `topic.` */
  prefix: string;
  /** "Topic" */
  label: string;
  /** In a request to choose one: "a topic". */
  one: string;
  /** What is said first of one that was just chosen: a value of its choices. */
  first: RuleValue;
  /** Each has the same choices, so a rule about another one can say the same. */
  isAlike: boolean;
  /** Those whose words are like a text. @throws what went wrong, with a message for people */
  read(text: string, signal: AbortSignal): Promise<readonly RuleOption[]>;
}

/** The fields of a tree. */
export interface RuleFields {
  /** Those to choose from, in their order; of fields of records only the prefix. */
  list: readonly RuleOption[];
  records: readonly RecordFields[];
  /** @returns undefined: there is no such field (any more) */
  find(name: string): RuleField | undefined;
  /** The name of a segment that a rule names. @returns undefined: it is not read, or not there */
  segmentName(id: string): string | undefined;
  /** Only segments of this audience are offered. */
  audienceId?: string | undefined;
}

/** The fields of records to which a name belongs. */
export function recordFieldsOf({ records }: RuleFields, name: string): RecordFields | undefined {
  return records.find(({ prefix }) => name.startsWith(prefix));
}
