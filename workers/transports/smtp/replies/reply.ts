// Parser of SMTP replies (RFC 5321 §4.2) with enhanced status codes (RFC 2034).
import type { SmtpReply } from '../../../../shared/mail/smtp-reply.ts';
import type { RedactLogin } from '../opening/login-echo.ts';

const FIRST_LINE = /^([2-5]\d{2})(?:[ -]|$)/;
const LINE = /^\d{3}[ -]?(?:([245]\.\d{1,3}\.\d{1,3})(?: |$))?(.*)$/s;
const LINE_BREAK = /\r\n?|\n/;
/** A line break with the codes that begin the next line. */
const FOLD = /(?:\r\n?|\n)(?:\d{3}[ -]?(?:[245]\.\d{1,3}\.\d{1,3}(?: |(?=[\r\n]|$)))?)?/g;

/**
 * Parses a reply of one or more lines without the last line break; undefined if it is not a reply.
 * @param redact redacts our login; no other code sees the words before
 */
export function parseReply(raw: string, redact: RedactLogin): SmtpReply | undefined {
  const code = FIRST_LINE.exec(raw)?.[1];
  if (code === undefined) return undefined;
  const lines = raw
    .trimEnd()
    .split(LINE_BREAK)
    .map((line) => LINE.exec(line));
  // Each line repeats the enhanced code; the last one counts.
  const enhanced = lines.at(-1)?.[1];
  const text = lines.map((line) => line?.[2]?.trim() ?? '').join(' ');
  // Postgres cannot store NUL, so it is removed (docs/architecture/guarantees.md#text).
  const words = redact(text.replaceAll('\0', '').trim());
  return { code: Number(code), ...(enhanced ? { enhanced } : {}), text: words };
}

/** The message of an error of nodemailer, which ends with the raw reply, in one line and without our login. */
export function describeError(message: string, redact: RedactLogin): string {
  return redact(message.replace(FOLD, ' '));
}

/** 4xx or 5xx. */
export function isRefusal({ code }: SmtpReply): boolean {
  return code >= 400;
}

/** 4xx: the same command may succeed later. */
export function isTransient({ code }: SmtpReply): boolean {
  return code >= 400 && code < 500;
}

/** A reply as text for logs, probes and stored outcomes. */
export function describeReply({ code, enhanced, text }: SmtpReply): string {
  return [code, enhanced, text].filter(Boolean).join(' ');
}
