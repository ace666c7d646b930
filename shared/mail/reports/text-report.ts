// Reads a report that is only a text (text-shapes.ts). People may quote such a text, so it counts only from a mail
// system. A text of unknown shape counts for a recipient that it names with an SMTP code.
import { isAutoReply } from './auto-reply.ts';
import { findPolicyCode, findReply, outcomeOfFailure, replyCodeOf } from './diagnostic.ts';
import {
  type DeliveryReport,
  LINE_MAX_LENGTH,
  MATCHED_MAX_LENGTH,
  RECIPIENTS_MAX,
  type ReportSource,
} from './report.ts';
import { toLines, toOneLine } from './report-fields.ts';
import { readReportedAddress } from './reported-address.ts';
import { ANY_SHAPE, SENDER_LINE, TEXT_SHAPES, type TextShape } from './text-shapes.ts';

const MAIL_SYSTEM =
  /^<?(?:mailer-?daemon|mail-?daemon|postmaster|mdaemon|mail-?admin|mail-?system|microsoftexchange[0-9a-f]*|root|mmdf|uucp)(?:[+_.-][^@]{0,100})?(?:@|>?$)/i;
/** Exim's, also with a text in another language. */
const FAILED_RECIPIENTS = 'x-failed-recipients';
/** A status code that is not a date and no version. */
const MARKED_STATUS = /[#([:=] ?[45]\.\d\.\d/;
/** The beginning of a message that is returned without a heading. */
const COPY_FIELD = /^(?:received|return-path|dkim-signature|x-posthorn-ref):/im;
/** A code in the line of the recipient. */
const CODE_OF_ADDRESS = /@[^\s@]*[:>)\]]+ *[45]\d\d\b/;

/** True for what a mail system has sent. */
export function isFromMailSystem({ from }: ReportSource): boolean {
  return MAIL_SYSTEM.test(from?.slice(0, LINE_MAX_LENGTH) ?? '');
}

/**
 * True for mail to a return path that may be from a mail system of another name, and has no sign of an out-of-office
 * note.
 */
function isFromMachine({ mailFrom, headers, ...shown }: ReportSource): boolean {
  if (mailFrom === undefined) return false;
  const isSubmission = ({ name }: { name: string }) => name.toLowerCase() === 'auto-submitted';
  const others = headers.filter((each) => !isSubmission(each));
  const isAutomatic = isAutoReply({ headers: headers.filter(isSubmission), subject: null, parts: [] });
  return (mailFrom === '' || isAutomatic) && !isAutoReply({ ...shown, headers: others });
}

/** @returns the report of a text of unknown shape on recipients that it names with a code, in any language */
export function readCodes(text: string, source: ReportSource): DeliveryReport[] {
  const isSystem = isFromMailSystem(source);
  if (!isSystem && !isFromMachine(source)) return [];
  const isDelayed = ANY_SHAPE.delayed?.test(text.slice(0, MATCHED_MAX_LENGTH)) === true;
  const reports = readNamed(text, failedRecipient(source), isSystem);
  // The signature of an out-of-office note has its address, and numbers that are not codes.
  const others = reports.filter(({ address }) => isSystem || address !== source.from?.toLowerCase());
  return others.map((report) =>
    isDelayed || isTemporary(report) ? { ...report, action: 'delayed' } : report,
  );
}

/** @returns what a text says of an address with a code, in one line; undefined: nothing */
export function readReplyTo(address: string | null, text: string): string | null | undefined {
  return readNamed(text, undefined, true).find((each) => each.address === address?.toLowerCase())?.diagnostic;
}

/** Addresses are in lower case. */
function readNamed(text: string, inline: string | undefined, isSystem: boolean): DeliveryReport[] {
  const lines = toLines(text.slice(0, COPY_FIELD.exec(text)?.index));
  const report = lines.filter((line) => !(line.includes('@') && SENDER_LINE.test(line))).join('\n');
  const policyCode = findPolicyCode(report.slice(0, MATCHED_MAX_LENGTH));
  return Array.from(readRecipients(report, ANY_SHAPE, inline)).flatMap(([address, { text: words }]) => {
    if (address === null) return [];
    const found = toReport('failed', address.toLowerCase(), words, policyCode);
    return isProof(found, words, isSystem) ? found : [];
  });
}

/**
 * Any code of a mail system, or words that say that the address is bad; of others a code that is not a date and no
 * house number.
 */
function isProof(report: DeliveryReport, words: string, isSystem: boolean): boolean {
  const { kind, reason, reply } = outcomeOfFailure(report);
  if (!findReply(words)) return isSystem && kind === 'bounce';
  if (reply.enhanced !== undefined)
    return isSystem || replyCodeOf(words) !== null || MARKED_STATUS.test(words);
  if (/^\d/.test(reply.text)) return false;
  return isSystem || reason !== 'refused' || CODE_OF_ADDRESS.test(words);
}

function isTemporary({ diagnostic }: DeliveryReport): boolean {
  return (findReply(diagnostic ?? '')?.reply.code ?? 500) < 500;
}

function failedRecipient({ headers }: ReportSource): string | undefined {
  const named = headers.find(({ name }) => name.toLowerCase() === FAILED_RECIPIENTS)?.value;
  return named?.split(',')[0];
}

/** @returns the text's report on each recipient; none: it has no known shape */
export function readTextReport(text: string, source: ReportSource): DeliveryReport[] {
  const beginning = text.slice(0, MATCHED_MAX_LENGTH);
  for (const shape of TEXT_SHAPES) {
    const sign = shape.sign.exec(beginning);
    if (!sign) continue;
    const action = shape.delayed?.test(beginning) ? 'delayed' : 'failed';
    const inline = sign.groups?.['address'] ?? failedRecipient(source);
    const said = readRecipients(text.slice(sign.index + sign[0].length), shape, inline);
    const policyCode = findPolicyCode(beginning);
    return Array.from(said, ([address, { text }]) => toReport(action, address, text, policyCode));
  }
  return [];
}

/** Collects the lines about each address; several mentions of one are joined. */
function readRecipients(
  text: string,
  { recipient, isReplyFirst }: TextShape,
  inline: string | undefined,
): Map<string | null, Said> {
  const said = new Map<string | null, Said>();
  const begin = (address: string | null) => {
    const present = said.get(address) ?? new Said();
    said.set(address, present);
    return present;
  };
  let present = inline === undefined ? undefined : begin(readReportedAddress(inline));
  const preface = new Said();
  for (const line of toLines(text)) {
    const found = line.length <= LINE_MAX_LENGTH ? recipient.exec(line)?.groups : undefined;
    const address = readReportedAddress(found?.['address'] ?? '');
    if (address !== null) {
      if (said.size === RECIPIENTS_MAX && !said.has(address)) break;
      present = begin(address);
      present.add(found?.['said'] ?? '');
    } else {
      (present ?? preface).add(line);
    }
  }
  return withPreface(said, preface, isReplyFirst === true);
}

function withPreface(said: Map<string | null, Said>, preface: Said, isReplyFirst: boolean) {
  const [first] = said.values();
  // A text that was cut, or that names the recipient in another way: it is still about the one that our token names.
  if (!first) return new Map([[null, preface]]);
  if (isReplyFirst && findReply(preface.text)) first.add(preface.text);
  return said;
}

/** The lines about one recipient, up to the length that patterns search. */
class Said {
  readonly #lines: string[] = [];
  #length = 0;

  add(line: string): void {
    if (this.#length >= MATCHED_MAX_LENGTH) return;
    this.#lines.push(line.slice(0, MATCHED_MAX_LENGTH));
    this.#length += line.length + 1;
  }

  get text(): string {
    return this.#lines.join('\n').slice(0, MATCHED_MAX_LENGTH);
  }
}

/** A recipient without a code may be refused by policy elsewhere in the text. */
function toReport(
  action: DeliveryReport['action'],
  address: string | null,
  text: string,
  policyCode: string | null,
): DeliveryReport {
  const reply = findReply(text);
  const diagnostic = toOneLine(text.slice(reply?.at ?? 0));
  return {
    action,
    address,
    status: reply ? null : policyCode,
    diagnostic: diagnostic || null,
    remoteMta: null,
  };
}
