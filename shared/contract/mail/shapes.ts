// What a message says, in the JSON Schemas of answers.
import * as field from '../shapes.ts';
import { MAIL_FIELDS, type MailField, type MailFieldName, mailByName } from './fields.ts';

/** @param always the fields that are never null @param describe by default as the table does */
export function mailShapes<Field extends MailField>(
  fields: readonly Field[],
  always: readonly MailFieldName[] = [],
  describe = ({ description }: Field): string => description,
) {
  return mailByName(fields, (each) => {
    const isAlways = always.includes(each.name);
    if (each.kind === 'addresses') return (isAlways ? field.texts : field.textsOrNull)(describe(each));
    return (isAlways ? field.text : field.textOrNull)(describe(each));
  });
}

/** The shapes of rendered fields; null: there is none. @param always the fields that are never null */
export function renderedShapes(always: readonly MailFieldName[]) {
  return mailShapes(MAIL_FIELDS, always, ({ name }) => {
    if (name === 'text') return 'Plain-text body, as it would be sent; null: there is none';
    return `\`${name}\` as it is rendered${always.includes(name) ? '' : '; null: there is none'}`;
  });
}
