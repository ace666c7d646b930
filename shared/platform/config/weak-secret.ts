// Detects weak secrets that a person typed instead of generating them: one letter repeated, a word repeated, the
// alphabet. It can show that a secret is weak, never that it is strong.

/**
 * A step is the difference between the codes of two neighboring characters. 32 random hex digits have about 20 distinct
 * steps; a repeated word has at most one per letter.
 */
const DISTINCT_STEPS_MIN = 10;

/** The placeholder for a secret in the instructions, which everyone can read. */
const INSTRUCTION = /openssl rand/i;

/**
 * True when the text is not a secret, or has so few distinct steps from one character to the next that its pattern can
 * be guessed.
 */
export function isWeakSecret(secret: string): boolean {
  if (INSTRUCTION.test(secret)) return true;
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size < DISTINCT_STEPS_MIN;
}
