// Parses and validates arguments of the command line into the form in which the product stores them.

import { parseMailbox } from '../shared/mail/addresses.ts';
import { parseMailDomain } from '../shared/mail/domains/mail-domain.ts';
import { parseAddressRange } from '../shared/platform/addresses/address-ranges.ts';
import { type DurationBounds, parseDuration } from '../shared/platform/time/parse-duration.ts';
import { parseInstant } from '../shared/platform/time/parse-instant.ts';
import { UsageError } from './verb.ts';

/** Longest name of an account. */
const NAME_MAX_LENGTH = 200;
const CONTROL = /\p{Cc}/u;

/** A text for people: an account's name, a reason. */
export function readText(text: string, what: string): string {
  const trimmed = text.trim();
  if (trimmed !== '' && trimmed.length <= NAME_MAX_LENGTH && !CONTROL.test(trimmed) && trimmed.isWellFormed())
    return trimmed;
  throw new UsageError(`The ${what} must be one line of 1 to ${NAME_MAX_LENGTH} characters.`);
}

/** An email address without a name. */
export function readAddress(text: string): string {
  const mailbox = parseMailbox(text);
  if (mailbox && mailbox.name === undefined && text.isWellFormed()) return mailbox.address;
  throw new UsageError(`"${text}" is not an email address.`);
}

/** A domain that can send mail. */
export function readDomain(text: string): string {
  const domain = parseMailDomain(text);
  if (domain !== undefined) return domain;
  throw new UsageError(`"${text}" is not a domain.`);
}

/** A whole number from 1 on. */
export function readCount(text: string, what: string, most: number): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count;
  throw new UsageError(`The ${what} must be a number from 1 to ${most}.`);
}

/** A time in the future. */
export function readFutureTime(text: string, now: Date): Date {
  const time = parseInstant(text, now);
  if (time && time > now) return time;
  throw new UsageError(`"${text}" is not a time in the future.`);
}

/** A duration in milliseconds. @param words the bounds, for the refusal */
export function readDuration(text: string, bounds: DurationBounds, words: string): number {
  const durationMs = parseDuration(text, bounds);
  if (durationMs !== undefined) return durationMs;
  throw new UsageError(`"${text}" is not a duration from ${words}, such as "2 hours".`);
}

/** Addresses and ranges, separated by commas: at least one. */
export function readAddressRanges(text: string): string[] {
  return text.split(',').map((entry) => {
    const range = parseAddressRange(entry);
    if (range !== undefined) return range;
    throw new UsageError(`"${entry.trim()}" is not an address or a range such as 10.0.0.0/8.`);
  });
}
