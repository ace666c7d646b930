// Leaves html and text of an accepted email out of its request log: they are already stored with the email, and storing
// them again would cost as much as the email itself. When the log is read, they are filled in from the email.
import { CUT } from './capture.ts';

const FIELDS = ['html', 'text'] as const;
/** Replaces a text that was left out. No accepted body has a boolean there. */
const KEPT_APART = true;
/** Shorter texts stay in the log: looking them up would cost more than storing them. */
const SHORT_LENGTH = 1_024;

/** The stored texts of an email. */
export type Contents = Readonly<Record<(typeof FIELDS)[number], string | null>>;

/** The body without the long texts that its email holds; undefined if both are short. */
export function withoutContents(body: object): object | undefined {
  const long = FIELDS.filter((field) => lengthOf((body as Record<string, unknown>)[field]) > SHORT_LENGTH);
  if (long.length === 0) return undefined;
  return { ...body, ...Object.fromEntries(long.map((field) => [field, KEPT_APART])) };
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

/**
 * The body with its texts filled in.
 * @param contents undefined if the email no longer exists
 */
export function withContents(body: Record<string, unknown>, contents: Contents | undefined): object {
  const restored = FIELDS.filter((field) => body[field] === KEPT_APART).map((field) => [
    field,
    contents?.[field] ?? CUT,
  ]);
  return { ...body, ...Object.fromEntries(restored) };
}
