// What a scenario is: a question, the contenders that are compared, and the figures that answer the question.
import type { Options } from './options.ts';
import { POSTHORN_FAMILY } from './posthorn/variant.ts';
import type { Servers } from './servers/start.ts';
import type { StatementFigures } from './servers/statements.ts';
import type { ProcessCounts, Variant } from './variant.ts';

/** The variant with which every other one is compared. */
export const BASELINE = 'naive';
export const VERSUS_BASELINE = `× ${BASELINE}`;

/** The processes of a run in scenarios that do not vary their number. */
export const ONE_OF_EACH: ProcessCounts = { api: 1, send: 1 };

/** The result of one contender in one round. */
export interface RunResult {
  /** Name of the contender. */
  contender: string;
  /** Figures by the keys of the scenario's columns. */
  figures: Record<string, number>;
  /** Process → microseconds of CPU per message; empty where the system does not report it or nothing measures it. */
  cpuPerMessage: Record<string, number>;
  statements: readonly StatementFigures[];
  /** The number of messages by which figures per message are divided. */
  messages: number;
}

/** A column of figures. */
export interface Column {
  title: string;
  /** Key of the figure in a result. */
  key: string;
  /** Digits after the decimal point. */
  digits: number;
  /** Whether to show minimum and maximum too; otherwise the median alone. */
  spread?: boolean;
}

/** One of the compared candidates: a variant, or a variant under certain conditions. */
export interface Contender {
  name: string;
  /** Title of a column of ratios, for example `× naive` → name of the contender that this one is divided by. */
  dividedBy: Record<string, string>;
  /** Its target, for the reader. */
  wanted?: string | undefined;
  measure(servers: Servers): Promise<RunResult>;
}

/** What can be compared. */
export interface Setting {
  /** The variants that the command line names. */
  variants: readonly Variant[];
  options: Options;
}

/** A scenario. */
export interface Scenario {
  /** Name on the command line. */
  name: string;
  /** The sentence above its table. */
  question(options: Options): string;
  columns: readonly Column[];
  /** Key of the figure whose ratios are taken, within a round. */
  compared: string;
  /** Title of a column of ratios → key of the figure that it compares; absent: `compared`. */
  comparedIn?: Record<string, string>;
  /** Prepares what its contenders need, once. */
  prepare?(setting: Setting, servers: Servers): Promise<void>;
  /** Ends what `prepare` has started. */
  finish?(): Promise<void>;
  contenders(setting: Setting): Contender[];
}

/** The variants that are Posthorn, for scenarios that compare Posthorn with itself. */
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
