// A whole number as people type it. Pure.

/** @returns null for an empty text; undefined if it is not a whole number */
export function readWholeNumber(text: string): number | null | undefined {
  const digits = text.replace(/\s/g, '');
  if (digits === '') return null;
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}
