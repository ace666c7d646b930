// Reads header, texts and files of a message with mailparser, octets in, files out: nothing is held whole but the texts,
// which are bounded, because mailparser keeps each one as chunks, as one buffer and as a string.
// @ts-check
import { MailParser } from 'mailparser';
import { QuotedPrintableDecoder } from './quoted-printable-decoder.js';
import { readHeaderFields } from './read-header-fields.js';

/** @import { AttachmentStream, MessageText } from 'mailparser' */
/** @import { Parent } from './parent.js' */
/** @import { MessagePart, ParsedAttachment } from '../parsed-message.ts' */

/** Of all html parts together, and of all other texts, as sent. Ten thousand pages of text have 20 MB. */
const TEXT_MAX_BYTES = 10 * 1024 * 1024;
/** A file's name and the like; servers and file systems accept 255. */
const LABEL_MAX_LENGTH = 1_024;
/**
 * The texts are as sent, and a message in the message is a file: its texts would pass for those of this sender.
 * `ignoreEmbedded` is of mailsplit, which is given the same options. What a report says of its recipients is a file, too:
 * reports are read from their parts.
 */
const OPTIONS = {
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  ignoreEmbedded: true,
  keepDeliveryStatus: true,
};
/** What mailparser takes for text when it is not an attachment. */
const TEXT_TYPES = new Set(['text/plain', 'text/html']);

/**
 * @typedef {object} MimeNode
 * @property {boolean} root
 * @property {string | false} contentType
 * @property {string | false} disposition
 * @property {string | false} encoding
 * @property {string | false} charset
 * @property {MimeNode | false} parentNode
 * @property {() => import('node:stream').Transform} getDecoder
 */
/** @typedef {MimeNode & { type: 'node' }} PartBeginning */
/** @typedef {{ type: 'body', node: MimeNode, value: Buffer }} PartBody */
/** @typedef {PartBeginning | PartBody | { type: 'data' }} Part */
/** @typedef {{ processChunk(part: Part, done: () => void): void }} Internals */

/**
 * @param {Parent} parent
 * @param {{ fields: readonly string[], describes: boolean, isHeaderAwaited: boolean }} message the header, of `splitFields`
 */
export function readContent(parent, { fields, describes, isHeaderAwaited }) {
  const parser = new MailParser(OPTIONS);
  const bounds = boundTexts(parser);
  parser.once('headers', (headers) => {
    parent.found({ header: readHeaderFields(headers, fields) });
    if (isHeaderAwaited) parent.flush();
  });
  // Without a listener, a second error of the parser would end the thread.
  parser.on('error', () => {});
  const parts = readParts(parent, parser);
  const settled = parts.then(noValue, noValue);
  return {
    /** @param {Buffer} bytes */
    async write(bytes) {
      const written = new Promise((resolve) => parser.write(bytes, resolve));
      await Promise.race([written, settled]);
    },
    /** @param {{ isHeaderOnly: boolean }} options */
    async end({ isHeaderOnly }) {
      parser.end();
      try {
        const content = await parts;
        if (isHeaderOnly) return;
        parent.found({ content, ...(describes && { parts: describeParts(bounds.nodes) }) });
        if (bounds.areExceeded)
          parent.found({ problem: 'The text is longer than 10 MiB, and was cut there.' });
      } catch (error) {
        parent.found({ problem: describe(error) });
      }
    },
  };
}

function noValue() {}

/**
 * @param {Parent} parent
 * @param {MailParser} parser
 */
async function readParts(parent, parser) {
  /** @type {ParsedAttachment[]} */
  const attachments = [];
  let text = '';
  let html = '';
  for await (const part of /** @type {AsyncIterable<AttachmentStream | MessageText>} */ (parser)) {
    if (part.type === 'attachment') {
      attachments.push(await readAttachment(parent, part));
      continue;
    }
    text = part.text ?? '';
    html = typeof part.html === 'string' ? part.html : '';
  }
  return { text: text || null, html: html || null, attachments };
}

/**
 * @param {Parent} parent
 * @param {AttachmentStream} attachment
 * @returns {Promise<ParsedAttachment>}
 */
async function readAttachment(parent, attachment) {
  const fileId = await parent.openFile();
  let size = 0;
  for await (const bytes of /** @type {import('node:stream').Readable} */ (attachment.content)) {
    size += bytes.length;
    await parent.write(bytes);
  }
  await parent.closeFile();
  attachment.release();
  const { filename, contentType, cid, contentDisposition } = attachment;
  return {
    fileId,
    filename: label(filename),
    contentType: label(contentType) ?? 'application/octet-stream',
    contentId: label(cid),
    disposition: label(contentDisposition),
    size,
  };
}

/** @param {string | undefined} text */
function label(text) {
  return text ? text.slice(0, LABEL_MAX_LENGTH) : null;
}

/**
 * Drops what is too much of a text, and decodes quoted-printable in a stream: the decoder of mailparser holds the whole
 * part several times. Its option for neither exists, so its method that takes a part of the message is wrapped.
 * @param {MailParser} parser
 */
function boundTexts(parser) {
  const { processChunk } = /** @type {Internals} */ (/** @type {unknown} */ (MailParser.prototype));
  const left = { html: TEXT_MAX_BYTES, other: TEXT_MAX_BYTES };
  /** @type {MimeNode[]} */
  const nodes = [];
  const bounds = { areExceeded: false, nodes };
  /** @type {Internals['processChunk']} */
  const processBounded = (part, done) => {
    if (part.type === 'node') {
      nodes.push(part);
      decodeInStream(part);
    }
    if (part.type === 'body' && isText(part.node)) {
      const kind = part.node.contentType === 'text/html' ? 'html' : 'other';
      if (part.value.length > left[kind]) bounds.areExceeded = true;
      part.value = part.value.subarray(0, left[kind]);
      left[kind] -= part.value.length;
      if (part.value.length === 0) return void setImmediate(done);
    }
    processChunk.call(parser, part, done);
  };
  Object.assign(parser, { processChunk: processBounded });
  return bounds;
}

/** @param {MimeNode} node */
function decodeInStream(node) {
  if (node.encoding === 'quoted-printable') node.getDecoder = () => new QuotedPrintableDecoder();
}

/** @param {MimeNode} node */
function isText({ root, contentType, disposition }) {
  const type = contentType || (root ? 'text/plain' : '');
  return TEXT_TYPES.has(type) && (!disposition || disposition === 'inline');
}

/**
 * @param {readonly MimeNode[]} nodes
 * @returns {MessagePart[]}
 */
function describeParts(nodes) {
  const places = new Map(nodes.map((node, place) => [node, place]));
  return nodes.map((node) => ({
    parent: node.parentNode ? (places.get(node.parentNode) ?? null) : null,
    contentType: node.contentType || 'text/plain',
    disposition: node.disposition || null,
    charset: node.charset || null,
    isBody: isText(node),
  }));
}

/** @param {unknown} error */
function describe(error) {
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (error ?? {});
  // Of mailsplit: its bounds of parts, and of the header of one.
  if (code === 'EMAXLEN') return 'The message has more than 1,000 parts, or a part with a header over 1 MiB.';
  return `The message cannot be parsed: ${message ?? error}`;
}
