// The command line of `npm run bench`.
import { parseArgs } from 'node:util';

/** What to measure, and how long. */
export interface Options {
  scenarios: string[];
  rounds: number;
  mails: number;
  warmUp: number;
  htmlBytes: number;
  variants: string[];
  /** Mails that `idle` sends, one at a time. */
  idleMails: number;
  /** Mails after which `memory` reads: the first and the last time. */
  memoryMails: [first: number, last: number];
  /** Mails that `stored` begins with. */
  storedMails: number;
  /** Where each process leaves its CPU profile; measuring costs time, so the figures are none. */
  profiles: string | undefined;
  /** Tells what Postgres spends on each statement; watching costs time too. */
  statements: boolean;
}

/** What a command line may name. */
export interface Known {
  scenarios: readonly string[];
  variants: readonly string[];
}

const HTML_MIN_BYTES = 500;

/** @throws Error with one sentence */
export function readOptions(args: string[], known: Known): Options {
  const { values } = parseArgs({
    args,
    options: {
      scenarios: { type: 'string', default: 'single' },
      rounds: { type: 'string', default: '3' },
      mails: { type: 'string', default: '3000' },
      'warm-up': { type: 'string', default: '300' },
      size: { type: 'string', default: '1850' },
      variants: { type: 'string', default: known.variants.join(',') },
      idle: { type: 'string', default: '200' },
      memory: { type: 'string', default: '20000,100000' },
      stored: { type: 'string', default: '5000000' },
      profiles: { type: 'string' },
      statements: { type: 'boolean', default: false },
    },
  });
  return {
    scenarios: readNames('--scenarios', values.scenarios, known.scenarios),
    rounds: readCount('--rounds', values.rounds, 1),
    mails: readCount('--mails', values.mails, 1),
    warmUp: readCount('--warm-up', values['warm-up'], 1),
    htmlBytes: readCount('--size', values.size, HTML_MIN_BYTES),
    variants: readNames('--variants', values.variants, known.variants),
    idleMails: readCount('--idle', values.idle, 1),
    memoryMails: readTwoCounts('--memory', values.memory),
    storedMails: readCount('--stored', values.stored, 1),
    profiles: values.profiles,
    statements: values.statements,
  };
}

function readNames(option: string, text: string, known: readonly string[]): string[] {
  const names = text.split(',');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new Error(`${option}: "${unknown}" is none of ${known.join(', ')}.`);
}

function readCount(option: string, text: string, min: number): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= min) return count;
  throw new Error(`${option} must be a whole number from ${min} on; it is "${text}".`);
}

function readTwoCounts(option: string, text: string): [number, number] {
  const [first = '', last = '', ...others] = text.split(',');
  if (others.length > 0) throw new Error(`${option} must be two numbers with a comma; it is "${text}".`);
  const count = readCount(option, first, 1);
  return [count, readCount(option, last, count + 1)];
}
