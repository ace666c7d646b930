// Finds the reply of a server in what a report says of a recipient, and what the reply means. The reply decides; the
// status code is made by the server that reports, often from the class of the reply alone, so it counts only where there
// is no reply.
import type { EmailEventReason } from '../../contract/emails/reasons.ts';
import { smtpOutcomeOf } from '../smtp-outcome.ts';
import type { SmtpReply } from '../smtp-reply.ts';
import { type DeliveryReport, MATCHED_MAX_LENGTH } from './report.ts';

/** What became of a recipient whose report says `failed`. */
export interface ReportedFailure {
  kind: 'bounce' | 'fail';
  reason: EmailEventReason;
  /** What the outcome was judged by. */
  reply: SmtpReply;
}

/** Where a text has a reply. */
export interface FoundReply {
  reply: SmtpReply;
  /** Where in the text it begins; 0 for a status code that is not the beginning of a reply. */
  at: number;
}

/** A server that has given up and says no more than that (decisions on bounces: such a text counts as a 550). */
const NO_CODE = 550;
/**
 * A reply code (Gmail repeats it) with an enhanced one; a reply code alone, where a reply may begin; an enhanced code alone, as in
 * `(#5.1.1)`. The first of them in the text is the reply.
 */
const CODES =
  /(?<![\w.])(?<code>[45]\d\d)(?:[- ]\k<code>)?[- ] *#?(?<enhanced>[45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)|(?:^|[:;,>"'([] ?)(?<bare>[45][0-5]\d)(?=[-: ])|(?<![\w.])(?<alone>[45]\.[0-7]\.\d{1,3})(?!\.?\d)/m;
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
  const found = CODES.exec(text);
  const { code, enhanced, bare, alone } = found?.groups ?? {};
  if (!found) return undefined;
  if (alone !== undefined) return { reply: replyOfStatus(alone, text), at: 0 };
  const number = code ?? bare ?? '';
  const at = text.indexOf(number, found.index);
  return {
    reply: {
      code: Number(number),
      ...(enhanced !== undefined && { enhanced }),
      text: withoutCodes(text.slice(at), number, enhanced),
    },
    at,
  };
}

/** The reply code in a text; null: it has none, though it may have a status code. */
export function replyCodeOf(text: string): number | null {
  const { code, bare } = CODES.exec(text)?.groups ?? {};
  const number = code ?? bare;
  return number === undefined ? null : Number(number);
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
