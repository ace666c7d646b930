// With what a template is previewed and tested: a contact, a value for each variable, an event. Values are kept as they are
// typed; a variable without a fallback begins with words that name it, so that there is something to see. Pure.
import type { Contact, ContactPropertyItem, PreviewTemplateBody } from '../../../../api/generated/types.ts';
import { sampleVariables } from '../../sample-values.ts';
import type { EditedVariable, TemplateDraft } from '../template-draft.ts';
import { readValue, valueText } from '../value-text.ts';

/** The chosen and typed sample. */
export interface TemplateSample {
  contact: { id: string; label: string } | undefined;
  /** The values by the keys of the variables. Absent: nothing was typed. Empty: there is no value. */
  values: Readonly<Record<string, string>>;
  /** An object as JSON; empty: none. */
  event: string;
}

/** Nothing is chosen. */
export const NO_SAMPLE: TemplateSample = { contact: undefined, values: {}, event: '' };

/** A sample as the field of its variable shows it. */
export interface ShownSample {
  variable: EditedVariable;
  text: string;
  fault: string | undefined;
}

/** The values that the fields of the variables show. */
export function shownSamples(draft: TemplateDraft, { values }: TemplateSample): ShownSample[] {
  const { source, variables } = draft;
  const isOpen = ({ key, fallback }: EditedVariable) => fallback === null && values[key] === undefined;
  const named = sampleVariables({
    ...draft,
    html: source.html,
    text: source.text,
    variables: variables.filter(isOpen).map(({ key, type }) => ({ key, type, fallback_value: null })),
  });
  return variables.map((variable) => {
    const { key, type } = variable;
    const text = values[key] ?? (key in named ? valueText(type, named[key]) : '');
    return { variable, text, fault: text === '' ? undefined : readValue(type, text).fault };
  });
}

/** The values that are given. */
export function sampleValues(shown: readonly ShownSample[]): Record<string, unknown> {
  const given = shown.filter(({ text, fault }) => text !== '' && fault === undefined);
  return Object.fromEntries(
    given.map(({ variable: { key, type }, text }) => [key, readValue(type, text).value]),
  );
}

/** The event; undefined: there is none. */
export function sampleEvent({ event }: TemplateSample): { value?: object; fault?: string } {
  if (event.trim() === '') return {};
  const { value, fault } = readValue('object', event);
  return fault === undefined ? { value: value as object } : { fault };
}

/** A contact as mail to it would have it, with the fallbacks of its properties. */
export function sampleContact(
  contact: Pick<Contact, 'email' | 'first_name' | 'last_name' | 'unsubscribed' | 'properties'>,
  properties: readonly Pick<ContactPropertyItem, 'key' | 'fallback_value'>[],
): NonNullable<PreviewTemplateBody['contact']> {
  const { email, first_name, last_name, unsubscribed } = contact;
  const fallbacks = properties.filter(({ fallback_value: value }) => value !== null);
  return {
    email,
    first_name,
    last_name,
    unsubscribed,
    properties: {
      ...Object.fromEntries(fallbacks.map(({ key, fallback_value: value }) => [key, value])),
      ...Object.fromEntries(Object.entries(contact.properties).map(([key, { value }]) => [key, value])),
    },
  };
}

/** The sample that the browser has stored, if it is valid. */
export function readSample(text: string | null): TemplateSample {
  try {
    const { contact, values, event } = JSON.parse(text ?? '{}') as Partial<TemplateSample>;
    const isContact = typeof contact?.id === 'string' && typeof contact.label === 'string';
    const texts = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string');
    return {
      contact: isContact ? contact : undefined,
      values: Object.fromEntries(texts),
      event: typeof event === 'string' ? event : '',
    };
  } catch {
    return NO_SAMPLE;
  }
}
