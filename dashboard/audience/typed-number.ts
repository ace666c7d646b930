// From so many people on, what reaches them all is confirmed by typing their number.

const TYPED_FROM = 1_000;

/** The text to type; undefined: none. */
export function typedNumber(people: number): string | undefined {
  return people >= TYPED_FROM ? String(people) : undefined;
}
