// A reply of a mail server, as tables of tests have it.
import type { SmtpReply } from '../../../../shared/mail/smtp-reply.ts';

/** @param reply code, enhanced code if there is one, and text; undefined: there was none */
export function parseReply(reply: string): SmtpReply;
export function parseReply(reply: string | undefined): SmtpReply | undefined;
export function parseReply(reply: string | undefined): SmtpReply | undefined {
  if (reply === undefined) return undefined;
  const {
    code,
    enhanced,
    text = '',
  } = /^(?<code>\d{3}) (?:(?<enhanced>\d\.\d+\.\d+) )?(?<text>.*)$/.exec(reply)?.groups ?? {};
  return { code: Number(code), ...(enhanced !== undefined && { enhanced }), text };
}
