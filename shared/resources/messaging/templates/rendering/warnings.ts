// The warnings of previews, simulations and runs about a mail that can be sent but is probably not as intended: “Hello ,”.
import type { RenderedContents } from './render-email.ts';

/** Sentences, one for each value of the contact that the mail prints and that is empty without a fallback. */
export function warningsOf({ emptyNames }: Pick<RenderedContents, 'emptyNames'>): string[] {
  return emptyNames.map((name) => `\`${name}\` is empty for this contact and has no fallback.`);
}
