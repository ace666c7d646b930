// A stencil: a text that is sent again and again with other numbers. It is one buffer in which only the digits are
// overwritten, because building each text again would cost more CPU than sending it.
import { DOMAIN_DIGITS, DOMAIN_TAIL, formatNumber, NUMBER_DIGITS, numberOf } from './mail.ts';

/** Writes the numbers from `first` on into the text and returns all of it. The buffer is reused: one user at a time. */
export type Stencil = (first: number) => Buffer;

/** Placeholder of a mail's number. It means nothing in JSON, HTTP or MIME, so it is found only where it was put. */
export const BLANK = '#'.repeat(NUMBER_DIGITS);
/** Where a number is written, or its last digits, which name the domain of a recipient (`recipientDomain`). */
const BLANKS = new RegExp(`${BLANK}|#{${DOMAIN_DIGITS}}(?=${DOMAIN_TAIL})`, 'g');

/**
 * Creates a stencil.
 * @param text with `BLANK` for each number
 * @param mails how many the text contains, one after the other, each with as many numbers as the others
 * @param domains of the load (`numberOf`)
 */
export function createStencil(text: string, mails: number, domains?: number): Stencil {
  const bytes = Buffer.from(text);
  const blanks = findBlanks(bytes);
  const blanksPerMail = blanks.length / mails;
  return (first) => {
    for (const [index, { at, length }] of blanks.entries()) {
      const number = formatNumber(numberOf(first + Math.floor(index / blanksPerMail), domains));
      bytes.write(number.slice(-length), at, 'latin1');
    }
    return bytes;
  };
}

function findBlanks(bytes: Buffer): { at: number; length: number }[] {
  const found = bytes.toString('latin1').matchAll(BLANKS);
  return Array.from(found, ({ index, 0: { length } }) => ({ at: index, length }));
}
