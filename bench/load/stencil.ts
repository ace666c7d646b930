// A stencil: a text that is sent again and again with other numbers. It is one buffer in which only the digits are
// overwritten, because building each text again would cost more CPU than sending it.
import { formatNumber, NUMBER_DIGITS } from './mail.ts';

/** Writes the numbers from `first` on into the text and returns all of it. The buffer is reused: one user at a time. */
export type Stencil = (first: number) => Buffer;

/** Placeholder of a mail's number. It means nothing in JSON, HTTP or MIME, so it is found only where it was put. */
export const BLANK = '#'.repeat(NUMBER_DIGITS);

/**
 * Creates a stencil.
 * @param text with `BLANK` for each number
 * @param mails how many the text contains, one after the other, each with as many numbers as the others
 */
export function createStencil(text: string, mails: number): Stencil {
  const bytes = Buffer.from(text);
  const blanks = findBlanks(bytes);
  const blanksPerMail = blanks.length / mails;
  return (first) => {
    for (const [index, at] of blanks.entries()) {
      bytes.write(formatNumber(first + Math.floor(index / blanksPerMail)), at, 'latin1');
    }
    return bytes;
  };
}

function findBlanks(bytes: Buffer): number[] {
  const blanks: number[] = [];
  for (let at = bytes.indexOf(BLANK); at >= 0; at = bytes.indexOf(BLANK, at + BLANK.length)) blanks.push(at);
  return blanks;
}
