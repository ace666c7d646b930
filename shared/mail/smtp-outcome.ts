// What an SMTP reply means for a recipient. Every rule is one row of the table, read from the top: the first that
// fits decides. A bounce says that the address is bad and suppresses it, so it needs proof; a refusal of the
// content, the sender or the size is a failure of this mail only; whatever may pass by itself is tried again.
import type { SmtpReply, SmtpStage } from './smtp-reply.ts';

/**
 * What becomes of the recipient. `configuration` means that the server refuses our login: the mail stays queued and
 * uses up no try.
 */
export type OutcomeKind = 'delivered-to-next-hop' | 'retry' | 'bounce' | 'fail' | 'configuration';

/** An outcome and the name of its reason, for events and metrics. */
export interface SmtpOutcome {
  kind: OutcomeKind;
  reason: string;
}

/** A condition on a reply; an absent field fits every reply. */
export interface OutcomeRule extends SmtpOutcome {
  stages?: readonly SmtpStage[];
  /** Fits one reply code, or with `5xx` a class of them; `none` fits a reply that never came. */
  codes?: readonly (number | '2xx' | '4xx' | '5xx' | 'none')[];
  /** Fits the enhanced code as a whole; `bare` fits a reply whose code says nothing more than the reply itself. */
  enhanced?: readonly string[] | 'bare' | RegExp;
  text?: RegExp;
}

/** Stages in which a server speaks of the recipient; some answer for it only at DATA or behind the message. */
const OF_RECIPIENT: readonly SmtpStage[] = ['rcpt', 'data', 'content'];
const BEFORE_MAIL: readonly SmtpStage[] = ['connect', 'greeting', 'ehlo', 'tls'];

/** Words by which servers say that there is no such mailbox, found in the replies of the large ones. */
const UNKNOWN_USER = new RegExp(
  [
    'user unknown',
    'unknown (?:user|recipient|mailbox|local part)',
    'no such (?:user|recipient|mailbox|person)',
    // At most two words between, "<ana@customer.test> was": farther away it is about something else.
    '(?:user|recipient|mailbox):?(?: \\S{1,320}){0,2} (?:not found|unknown|(?:does not|doesn.t) exist)',
    'no mailbox (?:here )?by that name',
    'not a (?:valid|known) (?:user|recipient|mailbox)',
    'invalid (?:user|recipient|mailbox)',
  ].join('|'),
  'i',
);
/** The same words about the address in MAIL FROM say nothing of the recipient. */
const OF_SENDER = /sender (?:address|domain|verif)|mail from|return.?path/i;
/** Gmail's 5.2.1 for a mailbox that gets too much mail at the moment. */
const TOO_MUCH_MAIL = /receiving mail (?:at a rate|too quickly)/i;

// biome-ignore format: one rule a line, so that it reads as the table that it is.
export const OUTCOME_RULES: readonly OutcomeRule[] = [
  { stages: ['content'], codes: ['2xx'], kind: 'delivered-to-next-hop', reason: 'accepted' },
  // The server may have taken the message and only the answer was lost: the one case that can double a mail.
  { stages: ['content'], codes: ['none'], kind: 'retry', reason: 'answer_lost' },
  { codes: ['none'], kind: 'retry', reason: 'connection_failed' },
  { codes: [421], kind: 'retry', reason: 'service_not_available' },

  // A refusal of us, not of the recipient: block lists and busy servers let go, and another server may be up.
  { stages: BEFORE_MAIL, codes: ['4xx', '5xx'], kind: 'retry', reason: 'connection_refused' },

  // A temporary failure of the login passes like any other (RFC 4954 §4.7.0); every other one needs an operator.
  { stages: ['auth'], codes: [432], kind: 'configuration', reason: 'login_refused' },
  { stages: ['auth'], codes: ['4xx'], kind: 'retry', reason: 'login_not_available' },
  { stages: ['auth'], codes: ['5xx'], kind: 'configuration', reason: 'login_refused' },
  // A probe asks for everything but the content, so behind it nobody could tell when a refusal of us is over.
  { stages: ['content'], codes: [530, 534, 535, 538], kind: 'retry', reason: 'login_required' },
  { codes: [530, 534, 535, 538], kind: 'configuration', reason: 'login_required' },

  { codes: ['4xx'], kind: 'retry', reason: 'temporary_failure' },

  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.2.1'], text: TOO_MUCH_MAIL, kind: 'fail', reason: 'mailbox_busy' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.1'], kind: 'bounce', reason: 'unknown_mailbox' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.2'], kind: 'bounce', reason: 'unknown_domain' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.3'], kind: 'bounce', reason: 'invalid_address' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.6'], kind: 'bounce', reason: 'mailbox_moved' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.10'], kind: 'bounce', reason: 'domain_takes_no_mail' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.2.1'], kind: 'bounce', reason: 'mailbox_disabled' },

  { codes: ['5xx'], enhanced: ['5.2.2'], kind: 'fail', reason: 'mailbox_full' },
  { codes: ['5xx'], enhanced: ['5.2.3', '5.3.4'], kind: 'fail', reason: 'message_too_large' },
  { codes: ['5xx'], enhanced: ['5.6.7', '5.6.9'], kind: 'fail', reason: 'smtputf8_not_offered' },
  { codes: ['5xx'], enhanced: /^5\.6\./, kind: 'fail', reason: 'content_refused' },
  { codes: ['5xx'], enhanced: /^5\.7\./, kind: 'fail', reason: 'policy_refused' },

  { codes: ['5xx'], text: OF_SENDER, kind: 'fail', reason: 'sender_refused' },
  { stages: OF_RECIPIENT, codes: [550, 551, 553], enhanced: 'bare', text: UNKNOWN_USER, kind: 'bounce', reason: 'unknown_mailbox' },
  { codes: [552], enhanced: 'bare', kind: 'fail', reason: 'storage_exceeded' },
  { stages: ['mail'], codes: ['5xx'], kind: 'fail', reason: 'sender_refused' },
  { codes: ['5xx'], kind: 'fail', reason: 'refused' },
];

/** A reply that belongs to no command, such as 354 behind the message: the session is out of step. */
const OUT_OF_STEP: SmtpOutcome = { kind: 'retry', reason: 'unexpected_reply' };

/**
 * Decides what becomes of a recipient by the reply that ended its transaction.
 * @param reply undefined when none came: no connection, a time-out, a connection that ended
 */
export function smtpOutcomeOf(stage: SmtpStage, reply: SmtpReply | undefined): SmtpOutcome {
  const { kind, reason } = findOutcomeRule(stage, reply) ?? OUT_OF_STEP;
  return { kind, reason };
}

/** The row that decides; undefined when none fits. */
export function findOutcomeRule(stage: SmtpStage, reply: SmtpReply | undefined): OutcomeRule | undefined {
  return OUTCOME_RULES.find((rule) => fits(rule, stage, reply));
}

function fits(
  { stages, codes, enhanced, text }: OutcomeRule,
  stage: SmtpStage,
  reply: SmtpReply | undefined,
): boolean {
  return (
    (stages?.includes(stage) ?? true) &&
    (codes?.some((code) => fitsCode(code, reply?.code)) ?? true) &&
    (enhanced === undefined || fitsEnhanced(enhanced, reply?.enhanced)) &&
    (text?.test(reply?.text ?? '') ?? true)
  );
}

function fitsCode(wanted: number | '2xx' | '4xx' | '5xx' | 'none', code: number | undefined): boolean {
  if (wanted === 'none' || code === undefined) return wanted === 'none' && code === undefined;
  return typeof wanted === 'number' ? wanted === code : wanted.startsWith(String(Math.floor(code / 100)));
}

/** `x.0.0` and `x.1.0` (RFC 3463: "other") leave it to the text, as no code does. */
function fitsEnhanced(wanted: NonNullable<OutcomeRule['enhanced']>, code: string | undefined): boolean {
  if (wanted === 'bare') return code === undefined || /^5\.[01]\.0$/.test(code);
  if (code === undefined) return false;
  return wanted instanceof RegExp ? wanted.test(code) : wanted.includes(code);
}
