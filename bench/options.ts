// The command line of `npm run bench`.
import { parseArgs } from 'node:util';

/** What to measure, and how much. */
export interface Options {
  scenarios: string[];
  rounds: number;
  mails: number;
  warmUp: number;
  htmlBytes: number;
  variants: string[];
  /** Number of mails in `idle`, sent one at a time. */
  idleMails: number;
  /** Numbers of mails after which `memory` reads, first and last. */
  memoryMails: [first: number, last: number];
  /** Number of mails that are stored before `stored` begins. */
  storedMails: number;
  /** Number of mails that wait in `held`. */
  heldMails: number;
  /** Numbers of contacts that `contacts` compares, few and many. */
  contactCounts: [few: number, many: number];
  /** Directory for the CPU profile of each process. Profiling costs time, so its figures must not be quoted. */
  profiles: string | undefined;
  /** Another commit, with which the program of today is compared in turns. */
  against: string | undefined;
  /** What today's program is, for a row of the ledger: it is compared with the ledger's base. */
  ledger: string | undefined;
  /** Another commit, which must treat mail of every kind as the program of today does. */
  sameAs: string | undefined;
  /** Whether to count what one mail goes through, and nothing else. */
  entered: boolean;
  /** Whether to draw what happens to one mail on an idle service, and nothing else. */
  timeline: boolean;
  /** Whether to report what Postgres spends on each statement; this costs time too. */
  statements: boolean;
}

/** The names that a command line may use. */
export interface Known {
  scenarios: readonly string[];
  variants: readonly string[];
}

const HTML_MIN_BYTES = 500;

/** @throws Error with a message of one sentence */
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
      held: { type: 'string', default: '1000000' },
      contacts: { type: 'string', default: '10000,1000000' },
      profiles: { type: 'string' },
      against: { type: 'string' },
      ledger: { type: 'string' },
      'same-as': { type: 'string' },
      entered: { type: 'boolean', default: false },
      timeline: { type: 'boolean', default: false },
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
    heldMails: readCount('--held', values.held, 1),
    contactCounts: readTwoCounts('--contacts', values.contacts),
    profiles: values.profiles,
    against: values.against,
    ledger: values.ledger,
    sameAs: values['same-as'],
    entered: values.entered,
    timeline: values.timeline,
    statements: values.statements,
  };
}

function readNames(option: string, text: string, known: readonly string[]): string[] {
  const names = text.split(',');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new Error(`${option}: "${unknown}" is not one of ${known.join(', ')}.`);
}

function readCount(option: string, text: string, min: number): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= min) return count;
  throw new Error(`${option} must be a whole number of at least ${min}; it is "${text}".`);
}

function readTwoCounts(option: string, text: string): [number, number] {
  const [first = '', last = '', ...others] = text.split(',');
  if (others.length > 0)
    throw new Error(`${option} must be two numbers, separated by a comma; it is "${text}".`);
  const count = readCount(option, first, 1);
  return [count, readCount(option, last, count + 1)];
}
