// Bounce classification: the outcome of an SMTP reply for a recipient (delivered, retry, hard bounce, failure), in the
// dialogue or in a report. Each rule is one row of a table, and the first row that matches decides. A bounce means that
// the address is bad and suppresses it, so it needs proof. A refusal of the content, the sender or the size is a
// failure of this mail only. Everything that may be temporary is retried. See
// docs/reference/delivery.md#bounces-and-failures.
import type { EmailEventReason } from '../contract/emails/reasons.ts';
import { CONNECTION_STAGES, type SmtpReply, type SmtpStage } from './smtp-reply.ts';

/** The outcome for the recipient, with the reason that its event gives. */
export type SmtpOutcome =
  | { kind: 'delivered-to-next-hop'; reason: 'accepted' }
  | { kind: 'retry' | 'bounce' | 'fail'; reason: EmailEventReason }
  /** The server refuses our login: the mail stays queued, and the attempt does not count. */
  | { kind: 'configuration'; reason: 'login_refused' | 'login_required' };

/** A condition on a reply, and its outcome. An absent condition matches every reply. */
export type OutcomeRule = SmtpOutcome & ReplyCondition;

/** `report`: the reply is in a delivery report (DSN), whose server has given the recipient up. */
export type ReplyStage = SmtpStage | 'report';

/** The conditions of a row on a reply (also of providers/replies.ts). */
export interface ReplyCondition {
  stages?: readonly ReplyStage[];
  /** Reply codes; `5xx` matches a class of codes, `none` matches when no reply arrived. */
  codes?: readonly (number | '2xx' | '4xx' | '5xx' | 'none')[];
  /** Enhanced status codes; `bare` matches a reply without one, or with an unspecific one (5.0.0, 5.1.0, 5.3.0). */
  enhanced?: readonly string[] | 'bare' | RegExp;
  text?: RegExp;
}

/** Stages in which a reply can be about the recipient; some servers check it only at DATA or after the message. */
const OF_RECIPIENT: readonly ReplyStage[] = ['rcpt', 'data', 'content', 'report'];
const BEFORE_MAIL: readonly SmtpStage[] = [...CONNECTION_STAGES, 'tls'];

/** Phrases for a mailbox that does not exist, from the replies of large providers. */
const UNKNOWN_USER = new RegExp(
  [
    'user unknown',
    'unknown (?:(?:or illegal |virtual )?(?:user|recipient|mailbox|local[ -]part)|e-?mail address)',
    'no such (?:user|recipient|mailbox|person|address|account)',
    // At most two words between, as in "<ana@customer.test> was": with more, the phrase is about something else.
    '(?:user|recipient|rcpt|mailbox):?(?: \\S{1,320}){0,2} (?:not found|unknown|not exists?|(?:does not|doesn.t) exist)',
    'no (?:mailbox|account) (?:here )?by that name',
    '(?:user|recipient|mailbox) (?:is )?not known',
    '(?:not a|no) (?:valid|known) (?:user|recipient|mailbox)',
    'invalid (?:user|recipient|mailbox)',
    'address (?:does not|doesn.t) exist',
    'e-?mail address could not be found',
    'there is no ?one at this address',
    // QQ.
    'non-existent (?:account|user|mailbox)',
    // IMail, sendmail.
    'invalid final delivery userid',
    'addressee unknown',
    // French, Spanish, Portuguese, Italian, German.
    '(?:utilisateur|destinataire) (?:inconnu|inexistant)',
    '(?:usu[aá]rio|utente|destinat[aá]rio) (?:desconocido|desconhecido|sconosciuto|inexistente|(?:no|n[aã]o) existe)',
    'no existe (?:ese|este|el) usuario',
    'nessun utente',
    '(?:benutzer|empf(?:ä|ae)nger) (?:ist )?unbekannt',
    // Domino.
    'not listed in (?:domino directory|public name & address book)',
  ].join('|'),
  'i',
);
/** The same phrases about the address in MAIL FROM (return path) say nothing about the recipient. */
const OF_SENDER = /sender (?:address|domain|verif)|mail from|return.?path/i;
/** Yahoo's texts for an address that does not exist or is closed; its replies have no enhanced code, its reports none at all. */
const YAHOO_NO_ACCOUNT = /mailbox not found|doesn.t have an? \S{1,253} account/i;
const YAHOO_DISABLED = /mailbox is disabled/i;
/** GMX and web.de. With other words after it the same sentence is a refusal by policy or of the sender. */
const GMX_NO_MAILBOX =
  /requested action not taken: mailbox unavailable[.\s]*(?:550[ -])?for explanation visit/i;
/** Without any words after it (RFC 5321 §4.2.3), from a server that has given up. */
const NO_MAILBOX = /requested action not taken: mailbox unavailable[.\s]*(?:$|\(in reply to RCPT|\(-?\d)/i;
/** The text for a domain that accepts no mail (RFC 7505). */
const NULL_MX = /null ?mx/i;
/** Phrases of reports for a host that does not exist; a reply may say the same of our own host. */
const UNKNOWN_HOST =
  /host or domain name not found|no such domain|(?<!(?:of sender|your|helo) )domain does not exist|(?<!(?:client|sending|remote|your|helo|ehlo) )host unknown|(?<!rejected: )unknown host(?!name)/i;
/** Gmail's text with 5.2.1 for a mailbox that receives too much mail at the moment. */
const TOO_MUCH_MAIL = /receiving mail (?:at a rate|too quickly)/i;
/** Our address is on a list, or the person wants no such mail (Facebook). */
const OF_POLICY =
  /black ?list|block ?list|dnsbl|spamhaus|spamcop|your (?:ip|network)\b|due to recipient preferences/i;
export const MAILBOX_FULL =
  /(?:mailbox|mailfolder|inbox) (?:is )?full|over ?quota|quota (?:is |has been )?exceeded|exceed\w* (?:\w+ )?quota/i;

// biome-ignore format: one rule per line, as a table.
export const OUTCOME_RULES: readonly OutcomeRule[] = [
  { stages: ['content'], codes: ['2xx'], kind: 'delivered-to-next-hop', reason: 'accepted' },
  // The server may have accepted the message, and only its reply was lost: the one case in which a mail may be sent
  // twice.
  { stages: ['content'], codes: ['none'], kind: 'retry', reason: 'answer_lost' },
  { codes: ['none'], kind: 'retry', reason: 'connection_failed' },

  // The reporting server has stopped trying, and the login that was required of it is not ours.
  { stages: ['report'], codes: ['4xx'], kind: 'fail', reason: 'attempts_used_up' },
  { stages: ['report'], codes: [530, 534, 535, 538], kind: 'fail', reason: 'refused' },

  { codes: [421], kind: 'retry', reason: 'service_not_available' },

  // The server refuses us, not the recipient: block lists and overload are temporary, and another server may accept us.
  { stages: BEFORE_MAIL, codes: ['4xx', '5xx'], kind: 'retry', reason: 'connection_refused' },

  // A temporary failure of the login is retried like any other (RFC 4954 §4.7.0); all others need an operator.
  { stages: ['auth'], codes: [432], kind: 'configuration', reason: 'login_refused' },
  { stages: ['auth'], codes: ['4xx'], kind: 'retry', reason: 'login_not_available' },
  { stages: ['auth'], codes: ['5xx'], kind: 'configuration', reason: 'login_refused' },
  // Retried, not `configuration`: a probe sends no content, so it could not detect when this refusal ends.
  { stages: ['content'], codes: [530, 534, 535, 538], kind: 'retry', reason: 'login_required' },
  { codes: [530, 534, 535, 538], kind: 'configuration', reason: 'login_required' },

  { codes: ['4xx'], kind: 'retry', reason: 'temporary_failure' },

  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.2.1'], text: TOO_MUCH_MAIL, kind: 'fail', reason: 'mailbox_busy' },
  // Some servers give every refusal these codes.
  { codes: ['5xx'], enhanced: ['5.1.1', '5.2.1'], text: MAILBOX_FULL, kind: 'fail', reason: 'mailbox_full' },
  { codes: ['5xx'], enhanced: ['5.1.1', '5.1.2', '5.2.1'], text: OF_POLICY, kind: 'fail', reason: 'policy_refused' },
  // 5.1.351 is Microsoft's, for a mailbox that the server of the recipient does not know.
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.1', '5.1.351'], kind: 'bounce', reason: 'unknown_mailbox' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.2'], kind: 'bounce', reason: 'unknown_domain' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.3'], kind: 'bounce', reason: 'invalid_address' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.6'], kind: 'bounce', reason: 'mailbox_moved' },
  { stages: OF_RECIPIENT, codes: [556], enhanced: ['5.1.10'], kind: 'bounce', reason: 'domain_takes_no_mail' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.10'], text: NULL_MX, kind: 'bounce', reason: 'domain_takes_no_mail' },
  // Microsoft's, for an address that is not in its directory.
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.1.10'], kind: 'bounce', reason: 'unknown_mailbox' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.2.1'], kind: 'bounce', reason: 'mailbox_disabled' },
  // In the dialogue 5.4.4 may be about a route of the relay, which can be mended.
  { stages: ['report'], codes: ['5xx'], enhanced: ['5.4.4'], kind: 'bounce', reason: 'unknown_domain' },
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: ['5.4.310'], text: /does not exist/i, kind: 'bounce', reason: 'unknown_domain' },

  { codes: ['5xx'], enhanced: ['5.2.2'], kind: 'fail', reason: 'mailbox_full' },
  { codes: ['5xx'], enhanced: ['5.2.3', '5.3.4'], kind: 'fail', reason: 'message_too_large' },
  { codes: ['5xx'], enhanced: ['5.6.7', '5.6.9'], kind: 'fail', reason: 'smtputf8_not_offered' },
  { codes: ['5xx'], enhanced: /^5\.6\./, kind: 'fail', reason: 'content_refused' },
  { codes: ['5xx'], enhanced: /^5\.7\./, kind: 'fail', reason: 'policy_refused' },

  { codes: ['5xx'], text: OF_SENDER, kind: 'fail', reason: 'sender_refused' },
  { codes: ['5xx'], enhanced: 'bare', text: MAILBOX_FULL, kind: 'fail', reason: 'mailbox_full' },
  { stages: OF_RECIPIENT, codes: [550, 551, 553], enhanced: 'bare', text: UNKNOWN_USER, kind: 'bounce', reason: 'unknown_mailbox' },
  { stages: OF_RECIPIENT, codes: [550, 552, 554], enhanced: 'bare', text: YAHOO_NO_ACCOUNT, kind: 'bounce', reason: 'unknown_mailbox' },
  { stages: OF_RECIPIENT, codes: [550, 552, 554], enhanced: 'bare', text: YAHOO_DISABLED, kind: 'bounce', reason: 'mailbox_disabled' },
  { stages: ['rcpt', 'report'], codes: [550], enhanced: 'bare', text: GMX_NO_MAILBOX, kind: 'bounce', reason: 'unknown_mailbox' },
  { stages: ['report'], codes: [550], enhanced: 'bare', text: NO_MAILBOX, kind: 'bounce', reason: 'unknown_mailbox' },
  // Postfix.
  { stages: OF_RECIPIENT, codes: ['5xx'], enhanced: 'bare', text: NULL_MX, kind: 'bounce', reason: 'domain_takes_no_mail' },
  { stages: ['report'], codes: ['5xx'], enhanced: 'bare', text: UNKNOWN_HOST, kind: 'bounce', reason: 'unknown_domain' },
  // Microsoft's replies for an address that does not exist.
  { stages: OF_RECIPIENT, codes: [550], enhanced: ['5.5.0'], text: /mailbox unavailable/i, kind: 'bounce', reason: 'unknown_mailbox' },
  { stages: OF_RECIPIENT, codes: [550], enhanced: ['5.4.1'], text: /recipient address rejected: access denied/i, kind: 'bounce', reason: 'unknown_mailbox' },
  // 5.3.0 with another code says what no other code says, as of a virus.
  { codes: [552], enhanced: ['5.3.0'], kind: 'fail', reason: 'refused' },
  { codes: [552], enhanced: 'bare', kind: 'fail', reason: 'storage_exceeded' },
  { stages: ['mail'], codes: ['5xx'], kind: 'fail', reason: 'sender_refused' },
  { codes: ['5xx'], kind: 'fail', reason: 'refused' },
];

/** A reply that fits no rule, such as 354 after the message: client and server are out of step. */
const OUT_OF_STEP: SmtpOutcome = { kind: 'retry', reason: 'unexpected_reply' };

/**
 * Classifies the reply that ended the SMTP transaction of a recipient.
 * @param reply undefined when there was none: no connection, a timeout, a lost connection
 */
export function smtpOutcomeOf(stage: ReplyStage, reply: SmtpReply | undefined): SmtpOutcome {
  return findOutcomeRule(stage, reply) ?? OUT_OF_STEP;
}

/** The first rule that matches; undefined when none does. */
export function findOutcomeRule(stage: ReplyStage, reply: SmtpReply | undefined): OutcomeRule | undefined {
  return OUTCOME_RULES.find((rule) => fitsReply(rule, stage, reply));
}

/** Whether a reply meets a condition in all its parts. */
export function fitsReply(
  { stages, codes, enhanced, text }: ReplyCondition,
  stage: ReplyStage,
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

/** 5.0.0, 5.1.0 and 5.3.0 ("other" in RFC 3463) say no more than a reply without an enhanced code: the text decides. */
function fitsEnhanced(wanted: NonNullable<OutcomeRule['enhanced']>, code: string | undefined): boolean {
  if (wanted === 'bare') return code === undefined || /^5\.[013]\.0$/.test(code);
  if (code === undefined) return false;
  return wanted instanceof RegExp ? wanted.test(code) : wanted.includes(code);
}
