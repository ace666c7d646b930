// Parses the bytes of a message (MIME) for display. The bytes are untrusted, so parsing may fail or take long: then
// only the header is read, or, if that fails too, nothing. The source can always be shown.
import { type AddressObject, type EmailAddress, type ParsedMail, simpleParser } from 'mailparser';

/** A file in a message. */
export interface MessageAttachment {
  /** Its number in the message, from 1; the same every time the message is parsed. */
  id: string;
  /** The name that the message gives; untrusted, may contain a path. */
  filename: string | null;
  contentType: string;
  /** Content-ID without angle brackets, the target of `cid:` links. */
  contentId: string | null;
  disposition: string | null;
  content: Buffer;
}

/** A parsed message. */
export interface ParsedMessage {
  /** In the order of the message, with folding and encoded words as sent. */
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
  /** Why the body could not be parsed; null when it was. */
  problem: string | null;
}

/** Parsing takes milliseconds; a message that takes longer than this is an attack. */
const PARSE_TIMEOUT_MS = 10_000;
/** mailsplit, which mailparser uses, refuses a larger header (its MAX_HEAD_SIZE). */
const HEADER_MAX_BYTES = 1024 * 1024;

/** HTML and text are not converted, because the inbox must show what was sent. */
const AS_SENT = { keepCidLinks: true, skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true };

/** Parses a message. Never rejects: `problem` reports what could not be parsed. */
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

/** mailparser returns header lines as bytes in a string; a header may contain UTF-8 (RFC 6532). */
function splitHeaderLine(line: string): { name: string; value: string } {
  const text = Buffer.from(line, 'latin1').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return { name: text.trim(), value: '' };
  return { name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
}

function formatAddresses(field: AddressObject | AddressObject[] | undefined): string[] {
  return [field ?? []].flat().flatMap(({ value }) => value.flatMap(formatAddress));
}

/** A group of addresses (RFC 5322 §3.4) is replaced by its members. */
function formatAddress({ name, address, group }: EmailAddress): string[] {
  if (group) return group.flatMap(formatAddress);
  if (!address) return name ? [name] : [];
  return [name ? `${name} <${address}>` : address];
}
