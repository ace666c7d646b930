// When the checklist is asked for: after a save, when one pauses, and never too soon after an answer, because of a large audience
// a check takes a second and more. Pure.

const SAVED_MS = 1_000;
const APART_MS = 5_000;

/** When the next check is due. @param askedAtMs when the campaign was saved, or a person has asked */
export function checkDueAt(askedAtMs: number, answeredAtMs: number | undefined): number {
  return Math.max(askedAtMs + SAVED_MS, (answeredAtMs ?? 0) + APART_MS);
}
