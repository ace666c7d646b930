// Values with which a template is shown while there is no send: each variable has its fallback or words that name it, a list
// has two entries and an object an entry with the fields that the source reads. Pure.

import type { Template, TemplateSuggestion } from '../../api/generated/types.ts';
import { capitalised } from '../../format/capitalised.ts';

type SampledContent = Pick<Template, 'from' | 'subject' | 'preview_text' | 'html' | 'text'> &
  Pick<TemplateSuggestion, 'variables'>;

const CONTACT = { email: 'ana@customer.dev', first_name: 'Ana', last_name: 'Lima' };
const SAMPLE_URL = 'https://example.com/';
const ADDRESS_OF_PAGE = /(?:^|_)(?:url|link|href)$/i;

/** The samples by the keys of the variables. */
export function sampleVariables(content: SampledContent): Record<string, unknown> {
  const source = sourceOf(content);
  return Object.fromEntries(
    content.variables.map(({ key, type, fallback_value: fallback }) => [
      key,
      fallback ?? SAMPLES[type](key, source),
    ]),
  );
}

/** The body of a preview: variables, a person, and an event with what the source reads of it. */
export function samplesOf(content: SampledContent) {
  const source = sourceOf(content);
  return {
    variables: sampleVariables(content),
    contact: { ...CONTACT, properties: fieldsOf('contact.properties', source) },
    event: fieldsOf('event', source),
  };
}

const SAMPLES: Readonly<
  Record<Template['variables'][number]['type'], (key: string, source: string) => unknown>
> = {
  string: (key) => (ADDRESS_OF_PAGE.test(key) ? SAMPLE_URL : wordsOf(key)),
  number: () => 1,
  boolean: () => true,
  list: (key, source) => {
    const [, item] = new RegExp(`\\bfor\\s+(\\w+)\\s+in\\s+${key}\\b`).exec(source) ?? [];
    const fields = item === undefined ? {} : fieldsOf(item, source);
    return [1, 2].map((at) =>
      Object.keys(fields).length === 0
        ? `${wordsOf(key)} ${at}`
        : Object.fromEntries(Object.entries(fields).map(([field, words]) => [field, `${words} ${at}`])),
    );
  },
  object: fieldsOf,
};

/** Field → words. @param name whose fields the source reads, as `name.field` */
function fieldsOf(name: string, source: string): Record<string, string> {
  const read = source.matchAll(new RegExp(`\\b${name.replace('.', '\\.')}\\.(\\w+)`, 'g'));
  return Object.fromEntries([...read].map(([, field = '']) => [field, wordsOf(field)]));
}

/** "Order number" of `ORDER_NUMBER`. */
function wordsOf(key: string): string {
  const words = key.replaceAll('_', ' ').trim().toLowerCase();
  return capitalised(words);
}

function sourceOf({ from, subject, preview_text, html, text }: SampledContent): string {
  return [from, subject, preview_text, html, text].join('\n');
}
