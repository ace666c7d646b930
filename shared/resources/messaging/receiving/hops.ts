// How often programs have answered each other in a conversation: each answer counts one more in a header field, so that
// two programs do not answer each other for ever.
import type { ParsedMessage } from '../../../mail/parse/parsed-message.ts';

export const HOPS_HEADER = 'X-Posthorn-Hops';
/** An answer that would be the tenth is not sent. */
export const HOPS_MAX = 9;
const NUMBER = /^\s*(\d+)\s*$/;

/** How many programs have answered, by the header of a received message. Of several counts the largest one is taken. */
export function hopsOf(headers: ParsedMessage['headers']): number {
  const counts = valuesOf(headers, HOPS_HEADER).flatMap((value) => NUMBER.exec(value)?.[1] ?? []);
  return Math.max(0, ...counts.map(Number));
}

/** The field of an answer to a message with so many hops. */
export function nextHop(hops: number): Record<string, string> {
  return { [HOPS_HEADER]: String(hops + 1) };
}

/** The values of all header fields with this name. */
export function valuesOf(headers: ParsedMessage['headers'], name: string): string[] {
  const lowerCased = name.toLowerCase();
  return headers.filter((field) => field.name.toLowerCase() === lowerCased).map(({ value }) => value);
}
