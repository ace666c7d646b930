// The command line of `npm run bench`.
import { parseArgs } from 'node:util';

/** What to measure, and how long. */
export interface Options {
  rounds: number;
  mails: number;
  warmUp: number;
  htmlBytes: number;
  variants: string[];
  /** Where each process leaves its CPU profile; measuring costs time, so the figures are none. */
  profiles: string | undefined;
  /** Tells what Postgres spends on each statement; watching costs time too. */
  statements: boolean;
}

const HTML_MIN_BYTES = 500;

/**
 * Reads the command line.
 * @param known names of the variants there are
 * @throws Error with one sentence
 */
export function readOptions(args: string[], known: readonly string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      mails: { type: 'string', default: '3000' },
      'warm-up': { type: 'string', default: '300' },
      size: { type: 'string', default: '1850' },
      variants: { type: 'string', default: known.join(',') },
      profiles: { type: 'string' },
      statements: { type: 'boolean', default: false },
    },
  });
  const variants = values.variants.split(',');
  const unknown = variants.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`--variants: "${unknown[0]}" is none of ${known.join(', ')}.`);
  return {
    rounds: readCount('--rounds', values.rounds, 1),
    mails: readCount('--mails', values.mails, 1),
    warmUp: readCount('--warm-up', values['warm-up'], 1),
    htmlBytes: readCount('--size', values.size, HTML_MIN_BYTES),
    variants,
    profiles: values.profiles,
    statements: values.statements,
  };
}

function readCount(option: string, text: string, min: number): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= min) return count;
  throw new Error(`${option} must be a whole number from ${min} on; it is "${text}".`);
}
