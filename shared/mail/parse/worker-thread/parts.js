// What the header of a part says of it.
// @ts-check
import libmime from 'libmime';
import { HeaderText } from './header-text.js';

/** @import { MimeNode } from '@zone-eu/mailsplit' */
/** @import { MessagePart } from '../parsed-message.ts' */
/** @import { Charsets } from './charsets.js' */

/** A file's name and the like; servers and file systems accept 255. */
const LABEL_MAX_LENGTH = 1_024;
/** The longest value of a field; patterns that are not linear look for parameters in it. */
const VALUE_MAX_LENGTH = 16 * 1_024;
const TEXT_TYPES = new Set(['text/plain', 'text/html']);
/** The parameters of a file that other fields do not contain. */
const NO_PARAMETERS_OF_FILES = /^(?:name|boundary)\b/;
const PARAMETER = /^[\w!#$&^.+-]{1,64}$/;
const TOKEN = /^[\w!#$%&'*^`{|}~.+-]{1,200}$/;
const QUOTABLE = /^[\x20\x21\x23-\x5b\x5d-\x7e]{0,200}$/;
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * The first field with a name.
 * @param {MimeNode} node
 * @param {string} name
 * @returns in Latin-1, unfolded
 */
function fieldOf({ headers }, name) {
  const line = (headers ? headers.getList() : []).find(({ key }) => key === name)?.line ?? '';
  const value = line.slice(line.indexOf(':') + 1, VALUE_MAX_LENGTH);
  return value.replace(/\r?\n/g, '').trim();
}

/**
 * @param {MimeNode} node
 * @param {HeaderText} header
 * @returns {string | null} as written: it may be a path
 */
function fileNameOf(node, header) {
  for (const [field, parameter] of [
    ['content-disposition', 'filename'],
    ['content-type', 'name'],
  ]) {
    const value = fieldOf(node, field ?? '');
    const name =
      header.extendedParameter(value, parameter ?? '') ??
      header.words(header.unicode(parametersOf(value)[parameter ?? ''] ?? ''));
    if (name) return label(name);
  }
  return null;
}

/**
 * Whether a part is read as a text of the message.
 * @param {MimeNode} node
 */
export function isText({ root, contentType, disposition, filename }) {
  const type = contentType || (root ? 'text/plain' : '');
  return TEXT_TYPES.has(type) && (!disposition || disposition === 'inline') && !filename;
}

/**
 * @param {MimeNode} node
 * @param {Charsets} charsets
 */
export function describeFile(node, charsets) {
  const header = new HeaderText(charsets);
  const filename = fileNameOf(node, header);
  const contentId = fieldOf(node, 'content-id').replace(/^<|>$/g, '').trim();
  const description = header.words(header.unicode(fieldOf(node, 'content-description')));
  return {
    filename,
    contentType: typeOfFile(node, filename),
    contentId: label(contentId),
    disposition: label(node.disposition || ''),
    description: label(description),
    charsetGuessed: header.isGuessed,
  };
}

/**
 * The type with the parameters that an attachment can have, except its name.
 * @param {MimeNode} node
 * @param {string | null} filename
 */
function typeOfFile(node, filename) {
  const type = node.contentType || UNKNOWN_TYPE;
  if (type === UNKNOWN_TYPE && filename)
    return label(libmime.detectMimeType(filename) || UNKNOWN_TYPE) ?? UNKNOWN_TYPE;
  const parameters = Object.entries(parametersOf(fieldOf(node, 'content-type')))
    .filter(([name]) => PARAMETER.test(name) && !NO_PARAMETERS_OF_FILES.test(name))
    .flatMap(([name, value]) => writeParameter(name, value));
  const whole = [type, ...parameters].join('; ');
  return whole.length <= LABEL_MAX_LENGTH ? whole : (label(type) ?? UNKNOWN_TYPE);
}

/**
 * @param {string} value of a field
 * @returns {Record<string, string>}
 */
function parametersOf(value) {
  return libmime.parseHeaderValue(value, { stripComments: true }).params;
}

/**
 * @param {string} name
 * @param {string} value
 */
function writeParameter(name, value) {
  if (TOKEN.test(value)) return [`${name}=${value}`];
  return QUOTABLE.test(value) ? [`${name}="${value}"`] : [];
}

/** @param {string} text */
function label(text) {
  return text ? text.slice(0, LABEL_MAX_LENGTH) : null;
}

/**
 * @param {readonly MimeNode[]} nodes
 * @returns {MessagePart[]}
 */
export function describeParts(nodes) {
  const places = new Map(nodes.map((node, place) => [node, place]));
  return nodes.map((node) => ({
    parent: node.parentNode ? (places.get(node.parentNode) ?? null) : null,
    contentType: node.contentType || 'text/plain',
    disposition: node.disposition || null,
    charset: node.charset || null,
    isBody: isText(node),
    isFlowed: node.flowed,
  }));
}
