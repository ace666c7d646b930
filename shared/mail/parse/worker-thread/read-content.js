// Reads texts and files of a message, octets in, files out: only the texts are completely in memory, and they are
// bounded. mailsplit finds the parts; their contents are decoded here, so that every octet belongs to something or is
// reported as missing.
// @ts-check
import { Splitter } from '@zone-eu/mailsplit';
import { HEADER_MAX_LINES } from './header.js';
import { MessageText, readTexts, TextBounds } from './message-texts.js';
import { describeFile, describeParts, isText } from './parts.js';
import { createTransferDecoder } from './transfer-decoders.js';

/** @import { MessageChunk, MimeNode, SplitterChunk } from '@zone-eu/mailsplit' */
/** @import { Charsets } from './charsets.js' */
/** @import { Parent } from './parent.js' */
/** @typedef {{ write(bytes: Buffer): Promise<void> | void, end(): Promise<void> | void }} OpenPart */

/**
 * A message in the message is a file: its texts would otherwise count as this sender's. A line of a header counts for
 * 64 octets at least, so this leaves room for as many lines as are read of a message's header.
 */
const OPTIONS = { ignoreEmbedded: true, maxHeadSize: 64 * HEADER_MAX_LINES };
const SPACE = 0x20;
const CUT = 'The text is longer than 10 MiB, and was cut there.';
const NO_DELIMITER = 'A multipart has no part that its boundary delimits, and was read as text.';
const PASSED_OVER = 'A multipart has parts that its boundary does not delimit, which were left out.';
const NO_BASE64 = 'A part in base64 has characters that are none of it, which were left out.';
/** The header or the delimiter of a part, where no part can be. */
const BEGINNING_OF_PART =
  /^(?:content-(?:type|transfer-encoding|disposition)[ \t]*:|--[^\s-](?:.*[^\s-])?[ \t]*$)/im;

/**
 * @param {Parent} parent
 * @param {{ charsets: Charsets, describes: boolean }} message
 */
export function readContent(parent, { charsets, describes }) {
  const splitter = /** @type {import('node:stream').Transform} */ (
    /** @type {unknown} */ (new Splitter(OPTIONS))
  );
  // Without a listener, a second error would end the thread.
  splitter.on('error', () => {});
  const reading = new ContentReading(parent, charsets);
  const read = reading.readAll(/** @type {AsyncIterable<SplitterChunk>} */ (splitter));
  const settled = read.then(noValue, noValue);
  return {
    /** @param {Buffer} bytes */
    async write(bytes) {
      const written = new Promise((resolve) => splitter.write(bytes, resolve));
      await Promise.race([written, settled]);
    },
    async end() {
      splitter.end();
      try {
        await read;
        parent.found({ ...reading.finish(), ...(describes && { parts: describeParts(reading.nodes) }) });
      } catch (error) {
        parent.found({ problem: describe(error) });
      }
    },
  };
}

function noValue() {}

class ContentReading {
  /** @type {MimeNode[]} */
  nodes = [];
  /** @type {Set<string>} */
  #problems = new Set();
  /** @type {MessageText[]} */
  #texts = [];
  /** @type {{ node: MimeNode, fileId: string, size: number }[]} */
  #files = [];
  /** Multipart → the text before its first part; null: that has arrived. @type {Map<MimeNode, MessageText | null>} */
  #undelimited = new Map();
  #bounds = new TextBounds();
  #parent;
  #charsets;

  /**
   * @param {Parent} parent
   * @param {Charsets} charsets
   */
  constructor(parent, charsets) {
    this.#parent = parent;
    this.#charsets = charsets;
  }

  /** @param {AsyncIterable<SplitterChunk>} chunks */
  async readAll(chunks) {
    /** @type {OpenPart | undefined} */
    let open;
    for await (const chunk of chunks) {
      if (chunk.type === 'body') await open?.write(chunk.value);
      else if (chunk.type === 'data') this.#readBetween(chunk);
      if (chunk.type !== 'node') continue;
      await open?.end();
      open = await this.#begin(chunk);
    }
    await open?.end();
  }

  finish() {
    for (const text of this.#undelimited.values()) {
      if (!text?.octets().some((octet) => octet > SPACE)) continue;
      this.#texts.push(text);
      this.#problems.add(NO_DELIMITER);
    }
    const texts = readTexts(this.#texts, this.#charsets);
    const attachments = this.#files.map(({ node, ...file }) => ({
      ...file,
      ...describeFile(node, this.#charsets),
    }));
    if (this.#texts.some(({ hasOthers }) => hasOthers)) this.#problems.add(NO_BASE64);
    if (this.#bounds.areExceeded) this.#problems.add(CUT);
    return {
      content: { ...texts, attachments },
      ...(this.#problems.size > 0 && { problem: [...this.#problems].join(' ') }),
    };
  }

  /**
   * @param {MimeNode} node
   * @returns {Promise<OpenPart | undefined>}
   */
  async #begin(node) {
    this.nodes.push(node);
    if (node.parentNode) this.#passOver(node.parentNode);
    if (node.multipart) {
      this.#undelimited.set(node, new MessageText(node, this.#bounds, createTransferDecoder(false)));
      return undefined;
    }
    if (!isText(node)) return await this.#beginFile(node);
    const text = new MessageText(node, this.#bounds);
    this.#texts.push(text);
    return { write: (bytes) => text.write(bytes), end: noValue };
  }

  /**
   * @param {MimeNode} node
   * @returns {Promise<OpenPart>}
   */
  async #beginFile(node) {
    const decoder = createTransferDecoder(node.encoding);
    const fileId = await this.#parent.openFile();
    let size = 0;
    const write = async (/** @type {Buffer} */ bytes) => {
      size += bytes.length;
      if (bytes.length > 0) await this.#parent.write(bytes);
    };
    return {
      write: (bytes) => write(decoder.write(bytes)),
      end: async () => {
        await write(decoder.end());
        await this.#parent.closeFile();
        if (decoder.hasOthers) this.#problems.add(NO_BASE64);
        this.#files.push({ node, fileId, size });
      },
    };
  }

  /**
   * Preamble, epilogue and delimiters of a multipart: readers show none of them (RFC 2046 §5.1.1).
   * @param {MessageChunk} chunk
   */
  #readBetween({ node, value }) {
    // The delimiter precedes the part that it begins, and is reported as belonging to that part.
    const text = this.#undelimited.get(node);
    if (text) text.write(value);
    else if (text === null) this.#lookForParts(value);
  }

  /** @param {MimeNode} multipart a part of it has arrived */
  #passOver(multipart) {
    const preamble = this.#undelimited.get(multipart);
    if (preamble) this.#lookForParts(preamble.octets());
    this.#undelimited.set(multipart, null);
  }

  /** @param {Buffer} octets */
  #lookForParts(octets) {
    if (BEGINNING_OF_PART.test(octets.toString('latin1'))) this.#problems.add(PASSED_OVER);
  }
}

/** @param {unknown} error */
function describe(error) {
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (error ?? {});
  // This error of mailsplit means its limits on parts, and on the header of one.
  if (code === 'EMAXLEN') return 'The message has more than 1,000 parts, or a part with a header over 1 MiB.';
  return `The message cannot be parsed: ${message ?? error}`;
}
