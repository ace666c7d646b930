// Reads a report that is a text only (text-shapes.ts). Texts of persons may quote such a text, so it counts only from the
// address of a mail system.
import { findPolicyCode, findReply } from './diagnostic.ts';
import {
  type DeliveryReport,
  LINE_MAX_LENGTH,
  MATCHED_MAX_LENGTH,
  RECIPIENTS_MAX,
  type ReportSource,
} from './report.ts';
import { toLines, toOneLine } from './report-fields.ts';
import { readReportedAddress } from './reported-address.ts';
import { TEXT_SHAPES, type TextShape } from './text-shapes.ts';

const MAIL_SYSTEM =
  /^<?(?:mailer-?daemon|mail-?daemon|postmaster|mdaemon|mail-?admin|mail-?system|microsoftexchange[0-9a-f]*|root|mmdf|uucp)(?:[+_.-][^@]{0,100})?(?:@|>?$)/i;
/** Exim's, also with a text in another language. */
const FAILED_RECIPIENTS = 'x-failed-recipients';

/** True for what a mail system has sent. */
export function isFromMailSystem({ from }: ReportSource): boolean {
  return MAIL_SYSTEM.test(from?.slice(0, LINE_MAX_LENGTH) ?? '');
}

/** @returns what the text says of each recipient; none: it is of no shape */
export function readTextReport(text: string, { headers }: ReportSource): DeliveryReport[] {
  const beginning = text.slice(0, MATCHED_MAX_LENGTH);
  const named = headers.find(({ name }) => name.toLowerCase() === FAILED_RECIPIENTS)?.value;
  for (const shape of TEXT_SHAPES) {
    const sign = shape.sign.exec(beginning);
    if (!sign) continue;
    const action = shape.delayed?.test(beginning) ? 'delayed' : 'failed';
    const inline = sign.groups?.['address'] ?? named?.split(',')[0];
    const said = readRecipients(text.slice(sign.index + sign[0].length), shape, inline);
    const policyCode = findPolicyCode(beginning);
    return Array.from(said, ([address, { text }]) => toReport(action, address, text, policyCode));
  }
  return [];
}

/** What is said of each address; several mentions of one are joined. */
function readRecipients(text: string, { recipient }: TextShape, inline: string | undefined) {
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
  // A text that was cut, or that names the recipient in another way: it is still about the one that our token names.
  return said.size > 0 ? said : new Map([[null, preface]]);
}

/** The lines about one recipient, as many as patterns are looked for in. */
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

/** A recipient of whom no code is said may be one of whom the text says so elsewhere that policy refused the mail. */
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
