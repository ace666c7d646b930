// joi schemas of the fields of a send that are addresses (docs/reference/emails.md#sender-and-recipients).
import Joi from 'joi';
import { ADDRESSES_MAX } from '../../../shared/contract/limits.ts';
import { invisibleHint } from '../../../shared/mail/addresses.ts';
import { parseNamedMailbox } from '../../../shared/resources/messaging/emails/email.ts';

/** No value of a header field has one. */
export const LINE_BREAK = /[\r\n]/;
/** The form of every address, with or without a display name. */
export const ADDRESS_FORM = 'must be `email@domain` or `Name <email@domain>`';

/** Schema of an address. An invalid one is refused with `code`, which chooses the error name (errors.ts). */
export function mailbox(code: string): Joi.Schema {
  return (
    Joi.string()
      // A line break is not a typo but an attempt to inject a header, so it gets `validation_error`.
      .pattern(LINE_BREAK, { invert: true })
      .custom((text: string, { error }) => parseNamedMailbox(text) ?? error(code, hintFor(text)))
      .error((reports) => nameEmpty(reports, code))
  );
}

/** The hint of a message about several addresses in one text, or about invisible characters. */
export function hintFor(text: string): { hint?: string } {
  const isList = text.split(/[,;]/).filter((part) => part.includes('@')).length > 1;
  const hint = isList
    ? '; to give several addresses, use a list: `["a@acme.dev", "b@acme.dev"]`'
    : invisibleHint(text);
  return hint === '' ? {} : { hint };
}

/** An empty text in a list of addresses is an invalid address; joi has its own code for it. */
function nameEmpty(reports: Joi.ErrorReport[], code: string): Error {
  for (const report of reports) if (report.code === 'string.empty') report.code = code;
  // Joi accepts the reports as the result; its types allow only one error.
  return reports as unknown as Error;
}

/** Schema of one address or a list of addresses; an empty list counts as absent. */
export function mailboxes(code: string): Joi.ArraySchema {
  return Joi.array()
    .items(mailbox(code))
    .single()
    .max(ADDRESSES_MAX)
    .empty(Joi.alternatives(Joi.valid('', null), Joi.array().length(0)));
}

/** Messages for the schema of the whole body: joi would merge messages of a nested field again for each request. */
export const ADDRESS_MESSAGES = {
  'address.from': `{{#label}} ${ADDRESS_FORM}{{#hint}}`,
  'address.to': `{{#label}} ${ADDRESS_FORM}{{#hint}}`,
  'address.reply_to': `{{#label}} ${ADDRESS_FORM}{{#hint}}`,
  'string.pattern.invert.base': '{{#label}} must not contain a line break',
};
