// Finds the reply of a server in a report about a recipient, and the meaning of the reply. The reply decides; the
// reporting server makes the status code, often from the class of the reply alone, so it counts only if there is no
// reply. A server that passes on what another one said has several codes: the innermost counts.
import type { EmailEventReason } from '../../contract/emails/reasons.ts';
import { smtpOutcomeOf } from '../smtp-outcome.ts';
import type { SmtpReply } from '../smtp-reply.ts';
import { type DeliveryReport, MATCHED_MAX_LENGTH } from './report.ts';

/** The result for a recipient whose report says `failed`. */
export interface ReportedFailure {
  kind: 'bounce' | 'fail';
  reason: EmailEventReason;
  /** The reply that decided the outcome. */
  reply: SmtpReply;
}

/** The position of a reply in a text. */
export interface FoundReply {
  reply: SmtpReply;
  /** The position in the text where it begins; 0 for a status code that is not the beginning of a reply. */
  at: number;
}

/** A server that has given up and says no more than that (decisions on bounces: such a text counts as a 550). */
const NO_CODE = 550;
/**
 * A reply code (Gmail repeats it) with an enhanced one; a reply code alone, where a reply may begin or before a quoted one; an
 * enhanced code alone, as in `(#5.1.1)`.
 */
const CODES =
  /(?<![\w.])(?<code>[45]\d\d)(?:[- ]\k<code>)?[-: ]+["'(]*#?(?<enhanced>[45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)|(?:(?<=^|[:;,<>"'([] ?|- )(?=\d{3}[-: ])|(?<![\w.])(?=\d{3}-["'])|(?<=\bcode:? )(?=\d{3}\b))(?<bare>[45][0-5]\d)|(?<=(?<mark>[#"'([]?))(?<![\w.])(?<alone>[45]\.[0-7]\.\d{1,3})(?!\.?\d)/gm;
/** The next line, also of a dialogue that was joined to one. */
const NEXT_COMMAND = /\n|<<<|>>>|<--|-->/;
/** RFC 3463 §3.6: the code is about a command, for example that no recipient is left. */
const OF_COMMAND = /^5\.5\./;
/** They say only that it failed: 5.0.0, 5.1.0 and 5.3.0, and Microsoft's 5.0.350. */
const GENERIC = /^5\.(?:0\.\d+|[13]\.0)$/;
/** A policy refusal must never suppress, so its code counts wherever it is. */
const POLICY = /(?<![\d.])5\.7\.\d{1,3}(?!\d|\.\d)/;

/** The meaning of a failure (smtp-outcome.ts). */
export function outcomeOfFailure({ diagnostic, status }: DeliveryReport): ReportedFailure {
  const text = diagnostic?.slice(0, MATCHED_MAX_LENGTH) ?? '';
  const reply = findReply(text)?.reply ?? replyOfStatus(status, text);
  const outcome = smtpOutcomeOf('report', reply);
  if (outcome.kind === 'bounce' && findPolicyCode(`${status} ${text}`)) {
    return { kind: 'fail', reason: 'policy_refused', reply };
  }
  // The table has no other outcome for a 4xx or 5xx of a report.
  if (outcome.kind !== 'bounce' && outcome.kind !== 'fail') return { kind: 'fail', reason: 'refused', reply };
  return { kind: outcome.kind, reason: outcome.reason, reply };
}

/** @returns undefined: the text has no code */
export function findReply(text: string): FoundReply | undefined {
  const codes = findCodes(text);
  const [first] = codes;
  if (!first) return undefined;
  const { code, enhanced, at } = innermost(codes, first, text);
  const number = code ?? first.code;
  const begins = first.code === undefined ? 0 : first.at;
  if (number === undefined) return { reply: replyOfStatus(enhanced ?? null, text), at: begins };
  return {
    reply: {
      code: Number(number),
      ...(enhanced !== undefined && { enhanced }),
      text: withoutCodes(text.slice(code === undefined ? begins : at), number, enhanced),
    },
    at: begins,
  };
}

/** The code of the reply in a text; null: it has none, though it may have a status code. */
export function replyCodeOf(text: string): number | null {
  const codes = findCodes(text);
  const number = codes[0] && (innermost(codes, codes[0], text).code ?? codes[0].code);
  return number === undefined ? null : Number(number);
}

/** True for a status that says only that it failed, and for none. */
export function isGenericStatus(status: string | null | undefined): boolean {
  return status === null || status === undefined || GENERIC.test(status);
}

/** Codes in a text. */
interface FoundCodes {
  code?: string | undefined;
  enhanced?: string | undefined;
  at: number;
  /** A code in brackets or quotes belongs to the reply around it; a number in a sentence may be anything. */
  isMarked: boolean;
}

function findCodes(text: string): FoundCodes[] {
  return Array.from(text.slice(0, MATCHED_MAX_LENGTH).matchAll(CODES), ({ groups = {}, index }) => ({
    code: groups['code'] ?? groups['bare'],
    enhanced: groups['enhanced'] ?? groups['alone'],
    at: index,
    isMarked: groups['code'] !== undefined || Boolean(groups['mark']),
  }));
}

/**
 * A server quotes the reply of the next one, so the last code of a line says most. Replies to other commands count only
 * if the first reply says nothing. A server that has given up after a 4xx says so first.
 */
function innermost(codes: readonly FoundCodes[], first: FoundCodes, text: string): FoundCodes {
  if ((first.code ?? first.enhanced)?.startsWith('4')) return first;
  const isSpecific = ({ enhanced }: FoundCodes) => !isGenericStatus(enhanced);
  const length = text.slice(first.at).search(NEXT_COMMAND);
  const ofReply = length === -1 ? codes : codes.filter(({ at }) => at < first.at + length);
  const inner = ofReply.findLast(
    (each) => isSpecific(each) && each.isMarked && !OF_COMMAND.test(each.enhanced ?? ''),
  );
  if (inner || first.enhanced === undefined || isSpecific(first)) return inner ?? first;
  return codes.find(isSpecific) ?? codes.findLast(({ code }) => code !== undefined) ?? first;
}

/** The code of a policy refusal, wherever it is in a text. */
export function findPolicyCode(text: string): string | null {
  return POLICY.exec(text)?.[0] ?? null;
}

function replyOfStatus(status: string | null, text: string): SmtpReply {
  if (status === null || status.startsWith('2')) return { code: NO_CODE, text };
  return { code: status.startsWith('4') ? 450 : NO_CODE, enhanced: status, text };
}

/** Each line of a reply begins with the codes (RFC 5321 §4.2.1, RFC 2034 §4), and here they are in one. */
function withoutCodes(text: string, code: string, enhanced: string | undefined): string {
  const codes = enhanced === undefined ? [`${code}-`] : [`${code}-${enhanced} `, `${code} ${enhanced} `];
  const plain = codes.reduce((rest, each) => rest.replaceAll(each, ''), text);
  return plain.startsWith(code) ? plain.slice(code.length).trimStart() : plain;
}
