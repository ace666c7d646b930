// What a scenario is: a question, those that are held against each other on it, and the figures that answer it.
import type { Options } from '../options.ts';
import { POSTHORN_FAMILY } from '../posthorn/variant.ts';
import type { Servers } from '../servers/start.ts';
import type { StatementFigures } from '../servers/statements.ts';
import type { ProcessCounts, Variant } from '../variant.ts';

/** What every variant is measured against. */
export const BASELINE = 'naive';
export const VERSUS_BASELINE = `× ${BASELINE}`;

/** The processes of a run, where a scenario is not about their number. */
export const ONE_OF_EACH: ProcessCounts = { api: 1, send: 1 };

/** What one contender did in one round. */
export interface RunResult {
  /** Name of the contender. */
  contender: string;
  /** By the keys of the scenario's columns. */
  figures: Record<string, number>;
  /** Process → microseconds of CPU a message; empty where the system does not tell or nobody asks. */
  cpuPerMessage: Record<string, number>;
  statements: readonly StatementFigures[];
  /** Messages that figures a message are of. */
  messages: number;
}

/** A column of figures. */
export interface Column {
  title: string;
  /** Of the figure in a result. */
  key: string;
  /** Behind the decimal point. */
  digits: number;
  /** With the smallest and the largest; else the median alone. */
  spread?: boolean;
}

/** One of those that are compared. */
export interface Contender {
  name: string;
  /** Title of a column of ratios, for example `× naive` → name of the contender that this one is divided by. */
  dividedBy: Record<string, string>;
  /** What is asked of it, for the reader. */
  wanted?: string | undefined;
  measure(servers: Servers): Promise<RunResult>;
}

/** What there is to compare. */
export interface Setting {
  /** Those that the command line names. */
  variants: readonly Variant[];
  options: Options;
}

/** A scenario. */
export interface Scenario {
  /** Name on the command line. */
  name: string;
  /** One sentence above its table. */
  question(options: Options): string;
  columns: readonly Column[];
  /** Key of the figure that ratios are of; they are taken within a round. */
  compared: string;
  /** Makes what its contenders need, once. */
  prepare?(setting: Setting, servers: Servers): Promise<void>;
  contenders(setting: Setting): Contender[];
}

/** The variants that are Posthorn, for scenarios in which it is held against itself. */
export function posthornsOf({ variants }: Setting): Variant[] {
  return variants.filter(isPosthorn);
}

export function isPosthorn({ family }: Variant): boolean {
  return family === POSTHORN_FAMILY;
}

/** The variants that have an API. */
export function apisOf({ variants }: Setting): Variant[] {
  return variants.filter(({ protocol }) => protocol === 'http');
}
