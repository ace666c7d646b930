// The html and the text of a send: one of them at least, and not too large (docs/reference/emails.md#content).
import Joi from 'joi';
import { CONTENT_MAX_BYTES } from '../../../shared/contract/limits.ts';
import type { MailBody } from '../../../shared/contract/mail/fields.ts';

const MIB = 1024 * 1024;

/** Schema of a text that may be empty. */
export const nullableText = Joi.string().allow('').empty(null).default(null);

/** Messages of the faults. */
export const CONTENT_MESSAGES = {
  'content.missing': 'One of `html` and `text` must be given and must not be empty',
  'content.body': '`body` is not a field; use `html` or `text`',
  'content.too_large': `\`html\` and \`text\` must have at most ${CONTENT_MAX_BYTES / MIB} MB together`,
};

/** The code of the fault; undefined: there is none. */
export function findContentFault({
  html,
  text,
}: Partial<MailBody>): keyof typeof CONTENT_MESSAGES | undefined {
  if (!html && !text) return 'content.missing';
  return bytesOf([html ?? '', text ?? '']) > CONTENT_MAX_BYTES ? 'content.too_large' : undefined;
}

/** The bytes of texts in UTF-8. */
export function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
