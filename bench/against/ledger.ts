// What each change of the road of a mail has cost, against one commit for all of them, so that their sum is seen: a change whose
// cost is lost in the noise next to the one before it still counts (bench/ledger.json, docs/performance.md#the-ledger).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../../shared/contract/site/blocks.ts';
import type { PairsVerdict } from './evaluate-pairs.ts';

/** How today's program compares in one scenario. */
export type LedgerRatio = Pick<PairsVerdict, 'ratio' | 'low' | 'high' | 'pairs'>;

/** A release or a change. */
export interface LedgerEntry {
  date: string;
  /** The measured commit, in short. */
  commit: string;
  what: string;
  /** The ratios by scenario: CPU µs per mail, divided by the base's. */
  ratios: Readonly<Record<string, LedgerRatio>>;
}

export interface Ledger {
  /** The commit that all are compared with. */
  base: string;
  entries: readonly LedgerEntry[];
}

const FILE = path.resolve(import.meta.dirname, '../ledger.json');
const DIGITS = 3;

export function readLedger(): Ledger {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** The ledger with an entry, in place of the former one about the same. */
export function withEntry(ledger: Ledger, entry: LedgerEntry): Ledger {
  return { ...ledger, entries: [...ledger.entries.filter(({ what }) => what !== entry.what), entry] };
}

export function writeLedger(ledger: Ledger): void {
  writeFileSync(FILE, `${JSON.stringify(ledger, undefined, 2)}\n`);
}

/** The part of a judgement that the ledger stores. */
export function toRatio({ ratio, low, high, pairs }: PairsVerdict): LedgerRatio {
  const rounded = (value: number) => Number(value.toFixed(DIGITS));
  return { ratio: rounded(ratio), low: rounded(low), high: rounded(high), pairs };
}

/** A line each: "1.043 × single (1.025 to 1.061) of 9 pairs: mail in parts". */
export function describeLedger({ base, entries }: Ledger): string {
  const lines = entries.flatMap(({ date, commit, what, ratios }) =>
    Object.entries(ratios).map(
      ([name, { ratio, low, high, pairs }]) =>
        `${date} ${commit} ${ratio.toFixed(DIGITS)} × ${name} (${low.toFixed(DIGITS)} to ${high.toFixed(DIGITS)}) of ${pairs} pairs: ${what}`,
    ),
  );
  return [`CPU a mail against ${base}:`, ...lines].join('\n');
}

/** The same as a table of docs/performance.md, a row for each entry. */
export function ledgerTable({ base, entries }: Ledger): string {
  const scenarios = [...new Set(entries.flatMap(({ ratios }) => Object.keys(ratios)))];
  const cell = (known: LedgerRatio | undefined) =>
    known
      ? `${known.ratio.toFixed(DIGITS)} (${known.low.toFixed(DIGITS)} to ${known.high.toFixed(DIGITS)})`
      : '–';
  return markdownTable(
    [`CPU per mail, × ${base}`, 'date', 'commit', ...scenarios],
    entries.map(({ what, date, commit, ratios }) => [
      what,
      date,
      commit.slice(0, 8),
      ...scenarios.map((name) => cell(ratios[name])),
    ]),
  );
}
