// A text as the beginning of a sentence.

/** "at once" → "At once" */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
