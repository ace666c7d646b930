// Fields of emails that are one value of a part of theirs (docs/architecture/mail-parts.md): a row is all that requests, answers and
// code need of it. A column of `emails` has its name.
import type { JsonSchema } from '../json-schema.ts';
import * as field from '../shapes.ts';

interface PartField {
  /** The shape in answers. */
  shape: JsonSchema;
  /**
   * How a request may give it; absent: none does. `key`: its name in NewEmail. `idOf`: of what it is the id, such as `a topic`;
   * absent: it is a whole number between the bounds of its shape.
   */
  given?: { key: string; idOf?: string };
}

/** The fields in the order in which answers show them. */
const FIELDS = {
  topic_id: {
    shape: field.idOrNull('Topic of the email. Recipients can opt out of a topic'),
    given: { key: 'topicId', idOf: 'a topic' },
  },
  template_id: { shape: field.idOrNull('Id of the template') },
  campaign_id: { shape: field.idOrNull('Campaign that the email belongs to') },
  automation_id: { shape: field.idOrNull('Automation that sent the email') },
  run_id: { shape: field.idOrNull('Run of the automation that sent the email') },
  contact_id: { shape: field.idOrNull('Contact that the automation sent the email to') },
} as const satisfies Readonly<Record<string, PartField>>;

/** Its name in JSON and of its column. */
export type PartName = keyof typeof FIELDS;
export const PART_FIELDS: readonly (PartField & { name: PartName })[] = Object.entries(FIELDS).map(
  ([name, row]) => ({ name: name as PartName, ...row }),
);
/** The parts that a request may have. */
export const GIVEN_PARTS = PART_FIELDS.flatMap(({ name, shape, given }) =>
  given ? [{ name, shape, ...given }] : [],
);

/** Makes a value for each field. */
export function partValues<Value>(make: (row: PartField & { name: PartName }) => Value) {
  return Object.fromEntries(PART_FIELDS.map((row) => [row.name, make(row)])) as Record<PartName, Value>;
}
