// Turns the bytes of a message into what a person reads. The bytes come from anybody, so parsing may fail and
// may take long: then the header alone is read, and failing that nothing; the source can always be shown.
import { type AddressObject, type EmailAddress, type ParsedMail, simpleParser } from 'mailparser';

/** A file that a message carries. */
export interface MessageAttachment {
  /** Its ordinal in the message, from 1: the same at every parse. */
  id: string;
  /** As the message names it; it may hold anything, a path included. */
  filename: string | null;
  contentType: string;
  /** Content-ID without angle brackets, the target of `cid:` links. */
  contentId: string | null;
  disposition: string | null;
  content: Buffer;
}

/** A message, read. */
export interface ParsedMessage {
  /** In the order of the message, folding and encoded words as sent. */
  headers: { name: string; value: string }[];
  from: string | null;
  to: string[];
  cc: string[];
  replyTo: string[];
  subject: string | null;
  date: Date | null;
  html: string | null;
  text: string | null;
  attachments: MessageAttachment[];
  /** Why the body could not be read; null when it was. */
  problem: string | null;
}

/** Parsing takes milliseconds; a message that takes longer than this was made to. */
const PARSE_TIMEOUT_MS = 10_000;
/** mailsplit, below mailparser, refuses a larger header (its MAX_HEAD_SIZE). */
const HEADER_MAX_BYTES = 1024 * 1024;

/** HTML and text stay as they are in the message: what was sent is what the inbox is asked for. */
const AS_SENT = { keepCidLinks: true, skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true };

/** Reads a message. Never rejects: what cannot be read is told in `problem`. */
export async function parseMessage(raw: Buffer): Promise<ParsedMessage> {
  try {
    return describe(await parseWithin(raw), null);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return parseHeader(raw, problem);
  }
}

async function parseHeader(raw: Buffer, problem: string): Promise<ParsedMessage> {
  const blankLine = /\r?\n\r?\n/.exec(raw.toString('latin1', 0, HEADER_MAX_BYTES));
  try {
    const mail = await parseWithin(raw.subarray(0, blankLine?.index ?? HEADER_MAX_BYTES));
    return { ...describe(mail, problem), html: null, text: null, attachments: [] };
  } catch {
    return describe(undefined, problem);
  }
}

async function parseWithin(raw: Buffer): Promise<ParsedMail> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const error = new Error(`Parsing took longer than ${PARSE_TIMEOUT_MS / 1000} s`);
    timer = setTimeout(() => reject(error), PARSE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([simpleParser(raw, AS_SENT), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function describe(mail: ParsedMail | undefined, problem: string | null): ParsedMessage {
  return {
    headers: (mail?.headerLines ?? []).map(({ line }) => splitHeaderLine(line)),
    from: formatAddresses(mail?.from).at(0) ?? null,
    to: formatAddresses(mail?.to),
    cc: formatAddresses(mail?.cc),
    replyTo: formatAddresses(mail?.replyTo),
    subject: mail?.subject ?? null,
    date: mail?.date ?? null,
    html: mail?.html || null,
    text: mail?.text || null,
    attachments: (mail?.attachments ?? []).map((attachment, index) => ({
      id: String(index + 1),
      filename: attachment.filename ?? null,
      contentType: attachment.contentType,
      contentId: attachment.cid ?? null,
      disposition: attachment.contentDisposition ?? null,
      content: attachment.content,
    })),
    problem,
  };
}

/** mailparser gives header lines as bytes in a string; a header may hold UTF-8 (RFC 6532). */
function splitHeaderLine(line: string): { name: string; value: string } {
  const text = Buffer.from(line, 'latin1').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return { name: text.trim(), value: '' };
  return { name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
}

function formatAddresses(field: AddressObject | AddressObject[] | undefined): string[] {
  return [field ?? []].flat().flatMap(({ value }) => value.flatMap(formatAddress));
}

/** A group of addresses (RFC 5322 §3.4) becomes its members. */
function formatAddress({ name, address, group }: EmailAddress): string[] {
  if (group) return group.flatMap(formatAddress);
  if (!address) return name ? [name] : [];
  return [name ? `${name} <${address}>` : address];
}
