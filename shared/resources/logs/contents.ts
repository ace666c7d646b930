// A request that sends a mail has its html and text in its body, and they are stored with the email. Storing them once
// more would cost as much as the email itself, so a log keeps the body without them and finds them there again.
import { CUT } from './capture.ts';

const FIELDS = ['html', 'text'] as const;
/** Stands where a text was: no body that was accepted has a boolean there. */
const KEPT_APART = true;
/** Shorter ones are kept in the log: finding them elsewhere would cost more than they do. */
const SHORT_LENGTH = 1_024;

/** What is stored of an email. */
export type Contents = Readonly<Record<(typeof FIELDS)[number], string | null>>;

/** The body without texts that its email holds; undefined when they are short. */
export function withoutContents(body: object): object | undefined {
  const long = FIELDS.filter((field) => lengthOf((body as Record<string, unknown>)[field]) > SHORT_LENGTH);
  if (long.length === 0) return undefined;
  return { ...body, ...Object.fromEntries(long.map((field) => [field, KEPT_APART])) };
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

/** The body with its texts again. @param contents undefined when the email is gone */
export function withContents(body: Record<string, unknown>, contents: Contents | undefined): object {
  const restored = FIELDS.filter((field) => body[field] === KEPT_APART).map((field) => [
    field,
    contents?.[field] ?? CUT,
  ]);
  return { ...body, ...Object.fromEntries(restored) };
}
