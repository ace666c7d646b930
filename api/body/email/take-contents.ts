// Removes the contents of attachments from a body while it arrives: each is written piece by piece to the upload store,
// and its digest replaces it in the body.
import type { BudgetPart } from '../../../shared/platform/sharing/byte-budget.ts';
import { ContentScanner } from './content-scanner.ts';
import type { ContentTaker, RequestContents } from './contents.ts';

/**
 * Reads a body to its end. The next piece is requested when the store has written the last one (back-pressure).
 * @param part counts the bytes of the rest
 * @returns the pieces of the body with a digest for each content
 * @throws DomainError `validation_error`
 */
export async function takeContents(
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  contents: RequestContents,
  part?: BudgetPart,
): Promise<Buffer[]> {
  const scanner = new ContentScanner();
  const rest: Buffer[] = [];
  let taker: ContentTaker | undefined;
  for await (const piece of pieces) {
    for (const found of scanner.push(piece)) {
      if (found.kind === 'rest') {
        await part?.take(found.bytes.length);
        rest.push(found.bytes);
        continue;
      }
      // An empty content has no pieces: its end is all that the scanner reports.
      taker ??= contents.take(scanner.index);
      if (found.kind === 'text') await taker.pushBase64(found.bytes);
      else if (found.kind === 'decoded') await taker.push(found.bytes);
      else {
        rest.push(Buffer.from(await taker.end()));
        taker = undefined;
      }
    }
  }
  return rest;
}
