// Reads the feedback of a provider: JSON in which every value may be missing, of another type or very long. Names from
// a provider are looked up in maps, never in objects, which have names of their own.
import { hash } from 'node:crypto';
import { EMAIL_EVENT_REASONS, type EmailEventReason } from '../../contract/emails/reasons.ts';
import { findReply, outcomeOfFailure, replyCodeOf } from '../reports/diagnostic.ts';
import { toOneLine } from '../reports/report-fields.ts';
import type { FeedbackEvent, FeedbackOutcome, ReadFeedback } from './feedback-event.ts';

/** Most events of a post. SendGrid sends at most a thousand, all others one; reading more would block the process. */
const EVENTS_MAX = 10_000;

/** An object of JSON. */
export type ProviderPayload = Readonly<Record<string, unknown>>;

/**
 * The meaning of an event; for a failure, only if it has no reply of a server: otherwise the reply decides, as in a
 * report that arrives as mail. `unheard`: the provider did not try, so there is no reply. `no-bounce`: the address is
 * not the cause.
 */
export type Meaning =
  | 'delivered'
  | 'unsubscribed'
  /** Complaints. */
  | 'abuse'
  | 'fraud'
  | readonly [
      result: 'bounced' | 'failed' | 'delayed',
      reason: EmailEventReason,
      reply?: 'unheard' | 'no-bounce',
    ];

/** An unchecked event. */
interface PayloadEvent {
  means: Meaning | undefined;
  /** Parts of the provider's name of it. */
  type: readonly unknown[];
  /** The provider's id, and what else identifies it. */
  key: readonly unknown[];
  token: unknown;
  /** An ISO date, or seconds or milliseconds since 1970. */
  at: unknown;
  /** The words of a server or of the provider; of several the first that are any. */
  text?: readonly unknown[];
  /** An enhanced status code, and the number of the reply, where they are apart from the text. */
  status?: unknown;
  code?: unknown;
}

const TYPE_MAX_LENGTH = 100;
const TEXT_MAX_LENGTH = 1_000;
/** Longer than any token: a longer text is none, and must not become one by being cut. */
const TOKEN_MAX_LENGTH = 100;
/** A number of seconds is below, one of milliseconds above. */
const SECONDS_MAX = 1e11;
const MILLISECONDS_MAX = 1e13;
const ISO_DATE = /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)$/;
const STATUS = /^[45]\.\d{1,3}\.\d{1,3}$/;
const REPLY_CODE = /^[45]\d\d$/;

/** @returns undefined: it is not JSON */
export function parsePayload(text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

/** An empty object for anything else. */
export function toObject(value: unknown): ProviderPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as ProviderPayload)
    : {};
}

/** The first value of an array; undefined for anything else. */
export function firstIn(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

/** A string, or a number as one; empty for anything else. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** @returns undefined: it is none */
export function toDate(value: unknown): Date | undefined {
  const text = toText(value).slice(0, 40);
  const number = Number(text);
  const ms = ISO_DATE.test(text) ? Date.parse(text) : number < SECONDS_MAX ? number * 1_000 : number;
  return ms > 0 && ms < MILLISECONDS_MAX ? new Date(ms) : undefined;
}

/** The row of `name/detail` for the first detail that has one, else of the name. */
export function findMeaning(
  meanings: ReadonlyMap<string, Meaning>,
  name: unknown,
  ...details: readonly unknown[]
): Meaning | undefined {
  const keys = [...details.map((detail) => `${toText(name)}/${toText(detail)}`), toText(name)];
  return keys.map((key) => meanings.get(key)).find((means) => means !== undefined);
}

/** Reads the events of a body. */
export function readFeedbackEvents(
  values: readonly unknown[],
  readEvent: (event: ProviderPayload) => PayloadEvent,
): ReadFeedback | undefined {
  if (values.length > EVENTS_MAX) return undefined;
  const events = values.flatMap((value) => {
    const event = toObject(value);
    return toFeedbackEvent(event, readEvent(event)) ?? [];
  });
  return { events, ignored: values.length - events.length };
}

/** The token is a part of the key, so that no event counts as the repetition of another recipient's. */
function toFeedbackEvent(event: ProviderPayload, said: PayloadEvent): FeedbackEvent | undefined {
  if (said.means === undefined) return undefined;
  const text = toText(said.token);
  const token = text !== '' && text.length <= TOKEN_MAX_LENGTH ? text : undefined;
  const type = said.type.map(toText).filter(Boolean).join('/');
  const [id] = said.key;
  const key = [...said.key.map(toText), ...(toText(id) === '' ? [digestOf(event)] : [])].join(' ');
  return {
    key: `${token ?? ''} ${type} ${key}`,
    token,
    type: toOneLine(type, TYPE_MAX_LENGTH),
    at: toDate(said.at),
    says: toSays(said.means, said),
  };
}

/** The digest of its values, without the objects in it, whose depth has no bound. */
function digestOf(event: ProviderPayload): string {
  const values = Object.entries(event).filter(([, value]) => typeof value !== 'object');
  return hash('sha256', JSON.stringify(values));
}

function toSays(means: Meaning, { text = [], status, code }: PayloadEvent): FeedbackOutcome {
  if (means === 'abuse' || means === 'fraud') return { result: 'complained', feedbackType: means };
  if (typeof means === 'string') return { result: means };
  const [result, reason, reply] = means;
  const known = STATUS.test(toText(status)) ? toText(status) : null;
  const words = text.map(toText).find((each) => each !== '') ?? '';
  const diagnostic = withCode(words, known, toText(code));
  const says = (found: typeof result, why: EmailEventReason): FeedbackOutcome => ({
    result: found,
    cause: {
      reason: why,
      smtpCode: reply === 'unheard' ? null : replyCodeOf(diagnostic),
      text: toOneLine(diagnostic, TEXT_MAX_LENGTH) || EMAIL_EVENT_REASONS[why],
    },
  });
  const isHeard = reply !== 'unheard' && (known !== null || findReply(diagnostic) !== undefined);
  if (result === 'delayed' || !isHeard) return says(result, reason);
  const about = { action: 'failed', address: null, remoteMta: null } as const;
  const outcome = outcomeOfFailure({ ...about, status: known, diagnostic });
  if (outcome.kind === 'fail') return says('failed', outcome.reason);
  return reply === 'no-bounce' ? says('failed', reason) : says('bounced', outcome.reason);
}

/** Begins a text with the codes of the reply, unless it does. */
function withCode(text: string, status: string | null, code: string): string {
  if (!REPLY_CODE.test(code) || /^\s*[45]\d\d\b/.test(text)) return text;
  return [code, ...(status === null || text.includes(status) ? [] : [status]), text].join(' ');
}
