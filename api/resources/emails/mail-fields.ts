// What a message says in bodies: joi schemas made of the table of its fields (shared/contract/mail/fields.ts), one set for mail
// that is given as a whole, one for changes and one for sources that are compiled; and the reader of all of them.
import Joi from 'joi';
import { ADDRESSES_MAX } from '../../../shared/contract/limits.ts';
import {
  MAIL_FIELDS,
  type MailByName,
  type MailContent,
  type MailField,
  mailByName,
  VARIANT_FIELDS,
} from '../../../shared/contract/mail/fields.ts';
import type { ParsedMailbox } from '../../../shared/resources/messaging/emails/email.ts';
import { LINE_BREAK, mailbox, mailboxes } from './address-fields.ts';

/** The fields of a body that changes some; null clears what may be absent. */
export type ChangedMail<Address = ParsedMailbox> = {
  [Name in keyof MailByName]?: MailByName<Address>[Name] | null;
};

/** In the orders in which openapi.json shows them. */
const EMPTY_OR_NULL = Joi.valid('', null);
const NULL_OR_EMPTY = Joi.valid(null, '');

function schemaOf({ kind, isHeader, max }: MailField): Joi.Schema {
  if (kind === 'address') return mailbox('address.from');
  if (kind === 'addresses') return listOf(mailbox('address.reply_to'));
  const text = max === null ? Joi.string() : Joi.string().max(max);
  return isHeader ? text.pattern(LINE_BREAK, { invert: true }) : text.allow('');
}

const listOf = (item: Joi.Schema) => Joi.array().items(item).single().max(ADDRESSES_MAX);

/** A mail that is given as a whole: null is absent, and so is an empty text of what an email needs. */
export const givenMail = mailByName(MAIL_FIELDS, (field) => {
  if (field.kind === 'addresses') return mailboxes('address.reply_to').default([]);
  return schemaOf(field)
    .empty(field.isNeeded ? EMPTY_OR_NULL : null)
    .default(null);
});

/** A change of a mail. */
export const changedMail = mailByName(MAIL_FIELDS, (field) =>
  field.isNeeded ? schemaOf(field) : schemaOf(field).allow(null),
);

/** A change of sources of mail, which are checked when they are compiled and rendered. */
export const mailSources = mailByName(MAIL_FIELDS, ({ kind }) =>
  kind === 'addresses' ? listOf(Joi.string()).allow(null) : Joi.string().allow(null, ''),
);

/** The own fields of a test's variant; null clears a field that a mail may lack, except the body, which is one field. */
export const variantMail = mailByName(VARIANT_FIELDS, (field) => {
  if (field.kind === 'body') {
    const schema = field.keepsEmpty ? schemaOf(field).empty(null) : Joi.string().empty(NULL_OR_EMPTY);
    return schema.description(`Its own \`${field.name}\`, instead of the whole body of the campaign`);
  }
  return field.isNeeded
    ? schemaOf(field).empty(NULL_OR_EMPTY).description(`Its own \`${field.name}\``)
    : schemaOf(field).allow(null).description(`Its own \`${field.name}\`; null or empty: none`);
});

/**
 * Reads the fields of a body, by the names in code; absent fields stay absent. An empty text counts as none if it has
 * no other meaning.
 */
export function readMailFields(body: ChangedMail<ParsedMailbox | string>): Partial<MailContent> {
  const given = MAIL_FIELDS.filter(({ name }) => body[name] !== undefined);
  return Object.fromEntries(given.map((field) => [field.key, readField(field, body[field.name] ?? null)]));
}

type Given = ParsedMailbox | string | null;

function readField({ kind, keepsEmpty }: MailField, value: Given | readonly Given[]) {
  if (kind === 'addresses') return [value ?? []].flat().map(textOf);
  return value === '' && !keepsEmpty ? null : textOf(value as Given);
}

const textOf = (value: Given) => (typeof value === 'object' ? (value?.text ?? null) : value);
