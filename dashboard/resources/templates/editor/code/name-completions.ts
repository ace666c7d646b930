// Which names a template may use, and whether one is being typed: between braces, or in a tag. Pure.
import { CONTACT_FIELDS } from '../../../../../shared/contract/contacts/fields.ts';
import { CONTACT_NAMES, LINK_MARKERS } from '../../../../../shared/contract/templates/reserved-names.ts';

/** The typed part of a name, up to the cursor. Closed braces do not count. */
const OPEN_NAME = /(?:\{\{|\{%)(?:(?!\}\}|%\}).)*?([\w.]*)$/;
/** Longer than what one writes between braces. */
const LOOKED_AT = 500;

/** The names, without those that a source itself defines. */
export function usableNames(variables: readonly string[], properties: readonly string[]): string[] {
  const contact = ['email', ...CONTACT_FIELDS.map(({ column }) => column), 'unsubscribed'];
  return [
    ...variables.filter((key) => key !== ''),
    ...CONTACT_NAMES.keys(),
    ...contact.map((field) => `contact.${field}`),
    ...properties.map((key) => `contact.properties.${key}`),
    ...LINK_MARKERS.keys(),
  ];
}

/** @param before the text up to the cursor @returns undefined: no name is typed there */
export function typedName(before: string): string | undefined {
  return OPEN_NAME.exec(before.slice(-LOOKED_AT).split('\n').at(-1) ?? '')?.[1];
}
