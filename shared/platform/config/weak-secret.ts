// Finds secrets that somebody has typed instead of drawn: one letter again and again, a word again and again, the
// alphabet. It cannot prove that a secret is good, only that it is bad.

/** 32 random hex digits have about 20; a repeated word has at most one for each of its letters. */
const DISTINCT_STEPS_MIN = 10;

/** True when the text goes on as anybody would guess: few different steps from one character to the next. */
export function isWeakSecret(secret: string): boolean {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size < DISTINCT_STEPS_MIN;
}
