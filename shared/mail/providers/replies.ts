// The meaning of mailbox providers' replies about our address (slower, not now, blocked) and about the authentication
// of our mail. Each row is such a reply with its source; the first that fits counts. A row that blocks an address stops
// all mail to its provider for hours, so it must not fit replies about a content, a sender's domain or a recipient, nor
// text that strangers can put into a reply: such rows read only replies before the content, where rules that a
// provider's customers write do not apply yet, and addresses are removed from the text, since accounts choose them
// (docs/architecture/mailbox-providers.md#what-they-say).
import { HOUR_MS, MINUTE_MS } from '../../platform/time/durations.ts';
import { fitsReply, MAILBOX_FULL, type ReplyCondition } from '../smtp-outcome.ts';
import { CONNECTION_STAGES, type SmtpReply, type SmtpStage } from '../smtp-reply.ts';
import type { ReplyEffect } from './reply-effect.ts';

/** A row: for the providers that it names, or for all. `none`: the reply is about one mail or one person. */
export interface EffectRule extends ReplyCondition {
  providers?: readonly string[];
  effect: ReplyEffect | 'none';
}

const SLOW: ReplyEffect = { kind: 'slow' };
const BLOCKED: ReplyEffect = { kind: 'blocked' };
const UNAUTHENTICATED: ReplyEffect = { kind: 'unauthenticated' };
const restOf = (forMs: number): ReplyEffect => ({ kind: 'rest', forMs });

const MICROSOFT = ['outlook', 'microsoft-365'];
const YAHOO = ['yahoo', 'yahoo-japan'];
/** One platform: its codes are OFR, LPN and OUK, with three digits at the end. */
const ORANGE = ['orange', 'laposte'];
const BEFORE_CONTENT: readonly SmtpStage[] = [...CONNECTION_STAGES, 'mail', 'rcpt', 'data'];
const OF_TRANSACTION: readonly SmtpStage[] = ['mail', 'rcpt', 'data', 'content'];
const REFUSED = ['4xx', '5xx'] as const;

/** Words that can only mean the address that has connected, and a list of addresses after them. */
const LISTED_ADDRESS = new RegExp(
  [
    String.raw`(?:\bclient host|\b(?:your|sending|source|connecting|client|remote) (?:ip|host|server|mta)|\bip(?: address)?|\[?\d{1,3}(?:\.\d{1,3}){3}\]?)\b`,
    String.raw`.{0,120}(?:\bblocked using\b|spamhaus|spamcop|black ?listed by|csi\.cloudmark\.com/reset-request)`,
  ].join(''),
  'i',
);
/** A list of domains (DBL), or the domain of the sender, on whatever list. */
const LISTED_DOMAIN = /\bdbl\b|\bsender (?:domain|address)\b|\bdomain\b.{0,60}\b(?:listed|blocked using)/i;
const TOO_MANY_CONNECTIONS =
  /\b(?:too many|max(?:imum)?(?: number of)?|exceed(?:ed)? max)(?: concurrent| simultaneous| smtp)? (?:connections?|sessions?)\b|trop de connexions/i;
const TOO_FAST =
  /\btoo (?:many|much) (?:messages?|e?-?mails?|requests|traffic)\b|\btoo (?:fast|quickly)\b|\brate.?limit|\bthrottl|\bslow(?:er)? down\b/i;

// Sources that are cited more than once: KumoMTA, https://github.com/KumoCorp/kumomta (assets/community/shaping.toml);
// Sisimai, https://github.com/sisimai/rb-sisimai (lib/sisimai/rhost); Google, https://support.google.com/a/answer/3726730;
// Microsoft, https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online
// biome-ignore format: one row per line, as a table.
export const EFFECT_RULES: readonly EffectRule[] = [
  // One recipient: how much it receives, its full mailbox (Google; RFC 3463 §3.3), its greylist (RFC 6647; Yahoo's: [GL01]).
  { codes: [450, 451, 452], enhanced: /^4\.2\./, effect: 'none' },
  { codes: ['4xx'], text: MAILBOX_FULL, effect: 'none' },
  { codes: ['4xx'], text: /gr[ea]y-?list|\[GL\d\d\]/i, effect: 'none' },
  // https://smtp.codes/icloud: the recipient gets too much.
  { providers: ['apple'], codes: [421], text: /messages to\s+deferred due to excessive volume/i, effect: 'none' },
  // Google: the limits of one domain on its senders, and a mail that arrives too often.
  { providers: ['google'], codes: [421], text: /for rcpt domain|with the same message-id/i, effect: 'none' },
  // Google: what the administrator of one domain has written.
  { providers: ['google'], codes: ['5xx'], text: /\bgcdp\b/, effect: 'none' },
  // A connection that ends: idle for too long, or with as many mails as it takes (Google; KumoMTA, Yahoo).
  { codes: [421], text: /time-?d? ?out|\bidle\b|connection expired|\b(?:messages?|mails?) (?:per|for this|in this) (?:connection|session)/i, effect: 'none' },

  // RFC 7372: DKIM, SPF, several of them. 5.7.26 is Gmail's word for all of them.
  { codes: ['5xx'], enhanced: ['5.7.20', '5.7.21', '5.7.22', '5.7.23', '5.7.24', '5.7.26'], effect: UNAUTHENTICATED },
  // Google: SPF and DKIM of senders of much mail.
  { providers: ['google'], codes: ['5xx'], enhanced: ['5.7.27', '5.7.30'], effect: UNAUTHENTICATED },
  // Microsoft: DMARC; the demands on senders of much mail.
  { providers: MICROSOFT, codes: ['5xx'], enhanced: ['5.7.509', '5.7.515'], effect: UNAUTHENTICATED },
  // Sisimai, Apple.
  { providers: ['apple'], codes: ['5xx'], text: /\[HME1\]/, effect: UNAUTHENTICATED },
  // Sisimai, Orange: SPF, DMARC.
  { providers: ORANGE, codes: ['5xx'], text: /\b(?:OFR|LPN|OUK)\w{0,3}_(?:401|39\d|515|517|519)\b/i, effect: UNAUTHENTICATED },
  // Apple, GMX, Mimecast and others name it.
  { codes: ['5xx'], text: /\bDMARC\b/i, effect: UNAUTHENTICATED },

  // Microsoft: a list of one customer. All: a list of domains.
  { providers: MICROSOFT, codes: ['5xx'], text: /customer block list|rejected by recipient/i, effect: 'none' },
  { stages: OF_TRANSACTION, codes: [450, 451, 454, '5xx'], text: LISTED_DOMAIN, effect: 'none' },
  // https://sendersupport.olc.protection.outlook.com/pm/troubleshooting: a block list of addresses and networks.
  { providers: MICROSOFT, stages: BEFORE_CONTENT, codes: ['5xx'], text: /\(A?S31[45]0\)/, effect: BLOCKED },
  // Microsoft: banned addresses.
  { providers: MICROSOFT, stages: BEFORE_CONTENT, codes: ['5xx'], enhanced: /^5\.7\.(?:511|60[6-9]|6[1-4]\d)$/, effect: BLOCKED },
  // https://senders.yahooinc.com/smtp-error-codes
  { providers: YAHOO, stages: BEFORE_CONTENT, codes: REFUSED, text: /\[BL\d\d\]/, effect: BLOCKED },
  // Sisimai, Orange: Abusix, Spamhaus, Cloudmark, its own list.
  { providers: ORANGE, stages: BEFORE_CONTENT, codes: REFUSED, text: /\b(?:OFR|LPN|OUK)\w{0,3}_10[0-3]\b/i, effect: BLOCKED },
  // https://postmaster.comcast.net/mail-error-codes.html
  { providers: ['comcast'], stages: BEFORE_CONTENT, codes: ['5xx'], text: /\bBL0\d{5}\b/, effect: BLOCKED },
  // https://postmaster.gmx.com/en/error-messages
  { providers: ['gmx'], stages: BEFORE_CONTENT, codes: ['5xx'], text: /IP address is block listed|bad dns ptr/i, effect: BLOCKED },
  // https://www.spamresource.com/2020/06/whoops-t-onlinede-not-accepting-mail.html
  { providers: ['t-online'], stages: BEFORE_CONTENT, codes: [554], text: /^IP=/, effect: BLOCKED },
  // Google, after the content too: its customers' rules cannot have this code.
  { providers: ['google'], codes: ['5xx'], enhanced: ['5.7.28'], text: /from your IP (?:address|netblock)/i, effect: BLOCKED },
  // RFC 7372: the address has no name (PTR).
  { codes: ['5xx'], enhanced: ['5.7.25'], effect: BLOCKED },
  // Sisimai, Apple: a list of Proofpoint, whose filters others have too.
  { stages: BEFORE_CONTENT, codes: ['5xx'], text: /blocked - see https?:\/\/(?:ipcheck|support)\.proofpoint\.com\//i, effect: BLOCKED },
  // A list of Barracuda, whose machines are everywhere: https://www.barracudacentral.org/rbl
  { stages: BEFORE_CONTENT, codes: ['5xx'], text: /barracuda(?:networks|central)\.\w{3}\/reputation/i, effect: BLOCKED },
  // https://www.spamhaus.org and others, in the words of Postfix (reject_rbl_client), Exchange, Cloudmark.
  { stages: BEFORE_CONTENT, codes: REFUSED, text: LISTED_ADDRESS, effect: BLOCKED },

  // Yahoo: "permanently deferred", https://help.yahoo.com/kb/SLN3436.html, after four hours: https://help.yahoo.com/kb/SLN26151.html
  { providers: YAHOO, codes: ['4xx'], text: /\[TS03\]/, effect: restOf(4 * HOUR_MS) },
  // KumoMTA: complaints.
  { providers: YAHOO, codes: ['4xx'], text: /\[(?:TSS0\d|TS04|IPTS0\d)\]/, effect: restOf(2 * HOUR_MS) },
  { providers: YAHOO, codes: ['4xx'], text: /\[TS0\d\]/, effect: SLOW },
  // Microsoft: the behaviour of an address is under review; KumoMTA for the times.
  { providers: MICROSOFT, codes: ['4xx'], enhanced: /^4\.7\.8[5-9]\d$/, effect: restOf(HOUR_MS) },
  { providers: MICROSOFT, codes: ['4xx'], enhanced: /^4\.7\.[56]\d\d$/, effect: restOf(15 * MINUTE_MS) },
  // KumoMTA.
  { providers: MICROSOFT, codes: REFUSED, text: /\bIB007\b/, effect: SLOW },
  { providers: ['apple'], codes: ['4xx'], text: /\[(?:HCM1|BS02)\]/, effect: restOf(15 * MINUTE_MS) },
  // Orange stops an address for two hours: https://bentonow.com/smtp-errors/orange/ofr-999
  { providers: ORANGE, codes: ['4xx'], text: /\b(?:OFR|LPN|OUK)\w{0,3}_99\d\b/i, effect: restOf(2 * HOUR_MS) },
  // Sisimai, Orange.
  { providers: ORANGE, codes: REFUSED, text: /\b(?:OFR|LPN|OUK)\w{0,3}_(?:104|105|109|505)\b/i, effect: SLOW },
  // https://spa.xfinity.com/postmaster
  { providers: ['comcast'], codes: REFUSED, text: /\bRL0\d{3,5}\b/, effect: SLOW },
  // "Try again in some hours": https://new-faq.comservice-ffo.de/smtp-fehlermeldungen-e-mail-fehler/
  { providers: ['gmx'], codes: ['4xx'], text: /rate limit reached|reject due to policy (?:restrictions|violations)/i, effect: restOf(HOUR_MS) },
  // KumoMTA.
  { providers: ['qq'], codes: REFUSED, text: /\b(?:ip|connection) frequency limited/i, effect: restOf(HOUR_MS) },
  { providers: ['netease'], codes: REFUSED, text: /\bHL:ITC\b/, effect: restOf(HOUR_MS) },

  // This row applies to all providers. It comes before "recipient address rejected", under which Postfix reports its
  // policy servers' replies.
  { codes: REFUSED, text: TOO_MANY_CONNECTIONS, effect: SLOW },
  { codes: ['4xx'], text: /recipient address rejected/i, effect: 'none' },
  // RFC 5321 §3.8: the server ends the connection. Gmail's 421 4.7.0, 4.7.28 and 4.7.32 are among them.
  { codes: [421], effect: SLOW },
  { codes: ['4xx'], text: TOO_FAST, effect: SLOW },
  // RFC 3463 §3.8: policy. In the stage `tls` it is the server's TLS that fails.
  { stages: [...BEFORE_CONTENT, 'content'], codes: ['4xx'], enhanced: /^4\.7\./, effect: SLOW },
  // A server that refuses us before it knows a mail speaks of our address.
  { stages: [...CONNECTION_STAGES], codes: REFUSED, effect: SLOW },
];

/** A reply says nothing relevant beyond this, and a hostile one may have any length. */
const READ_MAX_CHARS = 4_096;
/** Addresses, and what stands between `<` and `>`. */
const ADDRESSES = /"(?:[^"\\]|\\.){0,100}"@[^\s<>]{1,255}|<[^<>]{0,400}>|[^\s<>"@]{1,100}@[^\s<>]{1,255}/g;

/**
 * The effect of a reply on all mail from one of our addresses to a provider.
 * @param provider the name of `MailboxProvider`
 * @returns undefined when the reply is not about us
 */
export function effectOf(provider: string, stage: SmtpStage, reply: SmtpReply): ReplyEffect | undefined {
  const effect = reply.isOurs ? undefined : findEffectRule(provider, stage, reply)?.effect;
  return effect === 'none' ? undefined : effect;
}

/** The first row that fits; undefined when none does. */
export function findEffectRule(provider: string, stage: SmtpStage, reply: SmtpReply): EffectRule | undefined {
  const text = withoutMailAddresses(reply.text.slice(0, READ_MAX_CHARS));
  return EFFECT_RULES.find(
    (rule) => (rule.providers?.includes(provider) ?? true) && fitsReply(rule, stage, { ...reply, text }),
  );
}

/** The words of a reply without the addresses that it repeats: it is shown to others than the one whose mail has caused it. */
export function withoutMailAddresses(text: string): string {
  return text.replace(ADDRESSES, ' ');
}
