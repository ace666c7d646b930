// Decides whether a message that was submitted by SMTP may be stored as ordinary mail: its text, html and files apart,
// as in the API, and composed again when it is sent. A message that would lose something in this way, such as what a
// signature covers, is kept as it arrived.
import {
  ADDRESSES_MAX,
  ATTACHMENT_MAX_BYTES,
  ATTACHMENTS_MAX,
  ATTACHMENTS_MAX_BYTES,
  CONTENT_ID_MAX_LENGTH,
  CONTENT_MAX_BYTES,
  FILENAME_MAX_LENGTH,
  HEADERS_MAX,
  HEADERS_MAX_BYTES,
  SUBJECT_MAX_LENGTH,
} from '../../contract/limits.ts';
import { parseMailbox } from '../addresses.ts';
import { CONTENT_ID, isAttachableType } from '../content-types.ts';
import { findHeaderProblem } from '../header-fields.ts';
import type { MessagePart, MessageStructure, ParsedMessage } from '../parse/parsed-message.ts';
import { customFieldsOf } from './custom-fields.ts';

/** A message with its structure. */
export type SubmittedMessage = ParsedMessage & { structure: MessageStructure };

/** The reason why a message is kept as it arrived. */
export type KeepReason =
  | 'not read completely'
  | 'a multipart that is not of ordinary mail'
  | 'a part that is more than a file'
  | 'several texts'
  | 'no text'
  | 'a text after a file'
  | 'alternatives that are no text and html'
  | 'a charset that is not known, or not the right one'
  | 'text whose lines flow'
  | 'a file that no attachment can be'
  | 'too large'
  | 'header fields that no email can have';

const ADDRESS_FIELD = /^(?:to|cc)$/i;
const MULTIPARTS: ReadonlySet<string> = new Set([
  'multipart/mixed',
  'multipart/alternative',
  'multipart/related',
]);
/** Parts that programs act on, or that speak about other parts. */
const ACTIVE_TYPE =
  /^(?:message\/|text\/calendar$|application\/(?:(?:x-)?pkcs7-|pgp-(?:encrypted|signature)$|ics$))/;

type Rule = (message: SubmittedMessage, tree: Tree) => boolean;

/** The first that holds is the reason. */
const RULES: readonly (readonly [KeepReason, Rule])[] = [
  ['not read completely', ({ parseError }) => parseError !== null],
  [
    'a multipart that is not of ordinary mail',
    (_, { parts }) =>
      parts.some(({ contentType }) => isMultipart(contentType) && !MULTIPARTS.has(contentType)),
  ],
  [
    'a part that is more than a file',
    (_, { parts }) => parts.some(({ contentType }) => ACTIVE_TYPE.test(contentType)),
  ],
  ['several texts', (_, tree) => hasSeveralTexts(tree)],
  ['no text', ({ html, text }) => !html?.trim() && !text?.trim()],
  ['a text after a file', (_, tree) => hasTextAfterFile(tree)],
  ['alternatives that are no text and html', (_, tree) => !areAlternativesOrdinary(tree)],
  [
    'a charset that is not known, or not the right one',
    ({ charsetGuessed, attachments }) => charsetGuessed || attachments.some((file) => file.charsetGuessed),
  ],
  ['text whose lines flow', (_, { bodies }) => bodies.some(({ isFlowed }) => isFlowed)],
  ['a file that no attachment can be', (message, tree) => !areFilesOrdinary(message, tree)],
  ['too large', isTooLarge],
  ['header fields that no email can have', (message) => !areFieldsOrdinary(message)],
];

/** @returns undefined: it is ordinary mail */
export function findReasonToKeep(message: SubmittedMessage): KeepReason | undefined {
  const tree = new Tree(message.structure.parts);
  return RULES.find(([, holds]) => holds(message, tree))?.[0];
}

function isMultipart(contentType: string): boolean {
  return contentType.startsWith('multipart/');
}

/** The parts of a message: those without parts of their own are its bodies and its files. */
class Tree {
  readonly parts: readonly MessagePart[];
  readonly leaves: readonly MessagePart[];
  readonly bodies: readonly MessagePart[];
  readonly files: readonly MessagePart[];

  constructor(parts: readonly MessagePart[]) {
    this.parts = parts;
    this.leaves = parts.filter(({ contentType }) => !isMultipart(contentType));
    this.bodies = this.leaves.filter(({ isBody }) => isBody);
    this.files = this.leaves.filter(({ isBody }) => !isBody);
  }

  /** The multipart that contains a part. */
  around({ parent }: MessagePart): MessagePart | undefined {
    return parent === null ? undefined : this.parts[parent];
  }

  /** The multiparts around a part, from the inside. */
  allAround(part: MessagePart): MessagePart[] {
    const multiparts: MessagePart[] = [];
    for (let next = this.around(part); next; next = this.around(next)) multiparts.push(next);
    return multiparts;
  }
}

/** One text, one html, or both as alternatives; the later one is better (RFC 2046 §5.1.4). */
function hasSeveralTexts(tree: Tree): boolean {
  const [first, second, third] = tree.bodies;
  if (!first || !second) return false;
  const isPair = first.contentType === 'text/plain' && second.contentType === 'text/html' && !third;
  const ofSecond = new Set(tree.allAround(second));
  const around = tree.allAround(first).find((multipart) => ofSecond.has(multipart));
  return !isPair || around?.contentType !== 'multipart/alternative';
}

function hasTextAfterFile({ leaves }: Tree): boolean {
  const firstFile = leaves.findIndex(({ isBody }) => !isBody);
  return firstFile !== -1 && leaves.slice(firstFile).some(({ isBody }) => isBody);
}

/** A file among alternatives, but for those that belong to the html, is a form of the text of its own. */
function areAlternativesOrdinary(tree: Tree): boolean {
  return tree.files.every((file) => {
    const isAlternative = tree.allAround(file).some((each) => each.contentType === 'multipart/alternative');
    return !isAlternative || tree.around(file)?.contentType === 'multipart/related';
  });
}

function areFilesOrdinary({ attachments }: SubmittedMessage, tree: Tree): boolean {
  if (attachments.length !== tree.files.length || attachments.length > ATTACHMENTS_MAX) return false;
  const contentIds = attachments.flatMap(({ contentId }) => contentId ?? []);
  return (
    new Set(contentIds).size === contentIds.length &&
    contentIds.every((id) => id.length <= CONTENT_ID_MAX_LENGTH && CONTENT_ID.test(id)) &&
    attachments.every(
      ({ contentType, description, filename }) =>
        isAttachableType(contentType) &&
        description === null &&
        (filename === null || (filename.length <= FILENAME_MAX_LENGTH && !/\p{Cc}/u.test(filename))),
    ) &&
    // The html may refer to it by its place (Content-Location), which an attachment does not have.
    tree.files.every(
      (file, place) =>
        tree.around(file)?.contentType !== 'multipart/related' || attachments[place]?.contentId !== null,
    )
  );
}

function isTooLarge({ subject, html, text, attachments }: SubmittedMessage): boolean {
  const sizes = attachments.map(({ size }) => size);
  return (
    Math.max(0, ...sizes) > ATTACHMENT_MAX_BYTES ||
    sizes.reduce((sum, size) => sum + size, 0) > ATTACHMENTS_MAX_BYTES ||
    Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '') > CONTENT_MAX_BYTES ||
    (subject ?? '').length > SUBJECT_MAX_LENGTH
  );
}

/** A repeated field has no place in the fields of an email, which are by name. */
function areFieldsOrdinary({ structure: { fields }, replyTo }: SubmittedMessage): boolean {
  const custom = customFieldsOf(fields);
  const names = new Set(custom.map(({ name }) => name.toLowerCase()));
  const addresses = fields.filter(({ name }) => ADDRESS_FIELD.test(name));
  const bytes = [...custom, ...addresses].reduce(
    (sum, { name, text }) => sum + Buffer.byteLength(name + text),
    0,
  );
  return (
    names.size === custom.length &&
    replyTo.length <= ADDRESSES_MAX &&
    replyTo.every((text) => parseMailbox(text) !== undefined) &&
    custom.length <= HEADERS_MAX &&
    bytes <= HEADERS_MAX_BYTES &&
    custom.every(({ name, text }) => findHeaderProblem(name, text) === undefined)
  );
}
