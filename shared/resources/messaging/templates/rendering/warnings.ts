// What previews, simulations and runs say of a mail that can be sent and is probably not what was meant: “Hello ,”.
import type { RenderedContents } from './render-email.ts';

/** Sentences, one for each value of the contact that the mail prints and that is empty without a fallback. */
export function warningsOf({ emptyNames }: Pick<RenderedContents, 'emptyNames'>): string[] {
  return emptyNames.map((name) => `\`${name}\` is empty for this contact and has no fallback.`);
}
