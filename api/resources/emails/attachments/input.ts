// Input of attachments: the field `attachments` of POST /emails, and the lists of attachments
// (docs/reference/attachments.md#sending-files). `content` is the digest with which the body reader has replaced the
// file (api/body/email/contents.ts), however the client wrote it.
import Joi from 'joi';
import { readEach } from '../../../../shared/contract/domain-error.ts';
import { EMAIL_OBJECTS } from '../../../../shared/contract/emails/objects.ts';
import {
  ATTACHMENTS_MAX,
  CONTENT_ID_MAX_LENGTH,
  FILENAME_MAX_LENGTH,
} from '../../../../shared/contract/limits.ts';
import { CONTENT_ID, guessContentType, isAttachableType } from '../../../../shared/mail/content-types.ts';
import type { OutboundReach } from '../../../../shared/platform/addresses/allowed-address.ts';
import { parseUrl } from '../../../../shared/platform/addresses/parse-url.ts';
import type { StoredContent } from '../../../../shared/platform/storage/upload-store.ts';
import type {
  Disposition,
  NewAttachment,
} from '../../../../shared/resources/messaging/emails/attachments/attachment.ts';
import { CONTENT_FORMS } from '../../../body/email/buffer-decoder.ts';
import { checkUrl } from '../../../input/check-url.ts';
import { describedAs } from '../../../input/described-as.ts';
import { objectOfFields } from '../../../near-misses/object-schema.ts';

/** An item of `attachments`. */
export interface AttachmentInput {
  filename?: string;
  content?: string;
  path?: string;
  content_type?: string;
  content_id?: string;
  /** The older name of `content_id`; after validation `content_id` has the value. */
  inline_content_id?: string;
  content_disposition?: Disposition;
}

const URL_MAX_LENGTH = 2048;
const CONTENT_TYPE_MAX_LENGTH = 255;
/** No control characters: they could end a header field, and no file name has them. */
const NO_CONTROL = /^\P{Cc}*$/u;

const absent = Joi.valid('', null);

const contentId = Joi.string()
  .max(CONTENT_ID_MAX_LENGTH)
  .pattern(CONTENT_ID, { name: 'content id' })
  .empty(absent);

/** The list and the object are for the API description: here they have become digests. An empty file is `''`. */
const bytes = Joi.array().items(Joi.number().integer().min(0).max(255).strict());
const content = Joi.alternatives(
  Joi.string().allow(''),
  bytes,
  Joi.object({
    type: Joi.valid('Buffer').required().description('Always `Buffer`'),
    data: bytes.required().description('The bytes of the file'),
  }),
);

const attachment = objectOfFields<AttachmentInput>(
  describedAs(EMAIL_OBJECTS.Attachment, {
    filename: Joi.string()
      .max(FILENAME_MAX_LENGTH)
      .pattern(NO_CONTROL, { name: 'no control' })
      .empty(absent)
      .description('Name of the file. Default: `attachment-0`, `attachment-1` and so on'),
    content: content
      .empty(null)
      .description(
        'Content of the file: base64, a list of its bytes, or a Buffer of Node.js as JSON.stringify writes it',
      ),
    path: Joi.string()
      .max(URL_MAX_LENGTH)
      .custom(requireUrl)
      .empty(absent)
      .description('URL of the file, instead of `content`. Posthorn downloads it when it sends the email'),
    content_type: Joi.string()
      .max(CONTENT_TYPE_MAX_LENGTH)
      .custom(requireType)
      .empty(absent)
      .description('Content type of the file. By default it is guessed from the filename'),
    content_id: contentId,
    inline_content_id: contentId.description('Older name of `content_id`'),
    content_disposition: Joi.string()
      .valid('inline', 'attachment')
      .empty(absent)
      .messages({ 'any.only': '{{#label}} must be `inline` or `attachment`' })
      .description('`inline` or `attachment`. Default: `inline` with a `content_id`, otherwise `attachment`'),
  }),
)
  .custom(joinContentIds)
  .custom((value: AttachmentInput, { error }) => {
    if (value.content === undefined && value.path === undefined) return error('attachment.empty');
    return value.content !== undefined && value.path !== undefined ? error('attachment.both') : value;
  });

/** Schema of the field `attachments` of an email. */
export const attachmentsInput = Joi.array()
  .items(attachment)
  .max(ATTACHMENTS_MAX)
  .empty(null)
  .default([])
  .custom((value: AttachmentInput[], { error }) => {
    const ids = value.flatMap(({ content_id: id }) => (id === undefined ? [] : bare(id)));
    return new Set(ids).size === ids.length ? value : error('attachment.same_id');
  });

/** Messages for the schema of the email: joi would merge messages of a nested field again for each request. */
export const ATTACHMENT_MESSAGES = {
  'alternatives.types': `{{#label}} ${CONTENT_FORMS}`,
  'attachment.empty': '{{#label}} must have either `content` or `path`',
  'attachment.both': '{{#label}} must not have both `content` and `path`',
  'attachment.two_ids': '`content_id` and `inline_content_id` are the same field and must not differ',
  'attachment.same_id': '{{#label}} must not contain the same `content_id` twice',
  'attachment.path': '{{#label}} must be a URL that begins with http:// or https://',
  'attachment.type': '{{#label}} must be the content type of a file, such as `application/pdf`',
  'string.pattern.name':
    '{{#label}} must not contain line breaks or other characters that are not allowed there',
};

function joinContentIds(
  { inline_content_id: older, ...input }: AttachmentInput,
  { error }: Joi.CustomHelpers,
): AttachmentInput | Joi.ErrorReport {
  if (older === undefined) return input;
  const { content_id: id = older } = input;
  return id === older ? { ...input, content_id: id } : error('attachment.two_ids');
}

/** Checks only whether it is one; `checkPaths` does the rest, which depends on the configuration. */
function requireUrl(text: string, { error }: Joi.CustomHelpers) {
  return /^https?:\/\//i.test(text) && parseUrl(text) ? text : error('attachment.path');
}

function requireType(text: string, { error }: Joi.CustomHelpers) {
  return isAttachableType(text) ? text : error('attachment.type');
}

const bare = (contentId: string) => contentId.replace(/^<|>$/g, '');

/** @param index position in the list; it names a file that has no name */
export function toNewAttachment(
  input: AttachmentInput,
  index: number,
  findContent: (digest: string) => StoredContent | undefined,
): NewAttachment {
  const filename = input.filename?.trim() || `attachment-${index}`;
  const contentId = input.content_id === undefined ? null : bare(input.content_id);
  const fields = {
    filename,
    contentType: input.content_type ?? guessContentType(filename),
    contentId,
    disposition: input.content_disposition ?? (contentId === null ? 'attachment' : 'inline'),
  };
  if (input.path !== undefined) return { ...fields, content: null, path: input.path };
  const content = findContent(input.content ?? '');
  if (!content) throw new Error('The content of an attachment was not taken.');
  return { ...fields, content, path: null };
}

/** Checks the URLs of files by their form. @throws DomainError `validation_error` for one that is never fetched */
export function checkPaths(files: readonly AttachmentInput[], reach: OutboundReach): void {
  readEach(files, ({ path }, index) => {
    if (path !== undefined) checkUrl(`attachments.${index}.path`, path, reach);
  });
}
