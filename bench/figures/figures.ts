// The present figures of docs/performance.md: bench/figures.json has each with its unit, command, date and machine, and
// the page is written from it, so that no figure stands there of which a reader cannot know how it was measured.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf, markdownTable, writeBlocks } from '../../shared/contract/site/blocks.ts';
import { type Ledger, ledgerTable, readLedger } from '../against/ledger.ts';

/** How something was measured. */
interface Way {
  /** `2026-11-29` */
  date: string;
  command: string;
  /** One of `machines`. */
  machine: string;
  /** The load average before, and what it came from. */
  load?: string;
}

/** What was measured, and a figure for each further column. */
type Cells = readonly string[];

/** Some rows were measured in another way than their table. */
type Row = Cells | ({ readonly cells: Cells } & Partial<Way>);

interface FigureTable {
  /** What was measured, and each figure with its unit. */
  columns: Cells;
  rows: readonly Row[];
}

/** What one command has measured. */
interface Measurement extends Way {
  tables: readonly FigureTable[];
  /** Where the time goes, and why a target is missed. */
  why?: string;
  /** More about it, which the page does not show. */
  notes?: readonly string[];
}

export interface Figures {
  machines: Readonly<Record<string, string>>;
  measurements: Readonly<Record<string, Measurement>>;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILE = path.join(ROOT, 'bench/figures.json');
const PAGE = path.join(ROOT, 'docs/performance.md');
const DATE = /^\d{4}-\d\d-\d\d$/;

export function readFigures(): Figures {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

export function readPage(): string {
  return readFileSync(PAGE, 'utf8');
}

/** Writes the figures and the ledger into the page. Throws while a figure lacks something. */
export function writePage(): void {
  const figures = readFigures();
  const faults = faultsOf(figures, readPage());
  if (faults.length > 0) throw new Error(faults.join('\n'));
  writeFileSync(PAGE, withFigures(readPage(), figures, readLedger()));
}

/** The page with these figures. */
export function withFigures(page: string, { machines, measurements }: Figures, ledger: Ledger): string {
  const cards = Object.entries(machines).map(([name, card]) => `**${name}**: ${card}`);
  const withCards = writeBlocks(page, 'machines', () => `${cards.join('; ')}.`);
  const withLedger = writeBlocks(withCards, 'ledger', () => ledgerTable(ledger));
  return writeBlocks(withLedger, 'figures', (name) => {
    const measurement = measurements[name];
    if (!measurement) throw new Error(`${name}: it has no figures`);
    return describeMeasurement(measurement);
  });
}

/** What figures lack, a line each. */
export function faultsOf({ machines, measurements }: Figures, page: string): string[] {
  const shown = blocksOf(page, 'figures');
  return [
    ...Object.keys(measurements)
      .filter((name) => !shown.includes(name))
      .map((name) => `${name}: the page does not show it`),
    ...Object.entries(measurements).flatMap(([name, { tables, ...way }]) =>
      tables.flatMap(({ columns, rows }) =>
        rows
          .map(read)
          .flatMap((row) =>
            lacksOf({ ...way, ...row }, columns, machines).map(
              (lack) => `${name}: ${row.cells[0]} lacks ${lack}`,
            ),
          ),
      ),
    ),
  ];
}

function lacksOf(
  { cells, date, command, machine }: { cells: Cells } & Way,
  columns: Cells,
  machines: Figures['machines'],
): string[] {
  const checks: Record<string, boolean> = {
    'a figure': cells.length === columns.length && !cells.includes(''),
    'a date': DATE.test(date),
    'a command': command !== undefined && command !== '',
    'a machine': machines[machine] !== undefined,
  };
  return Object.keys(checks).filter((name) => !checks[name]);
}

function read(row: Row): { cells: Cells } & Partial<Way> {
  return 'cells' in row ? row : { cells: row };
}

function describeMeasurement({ tables, why, ...way }: Measurement): string {
  return [`${describeWay(way)}.`, ...tables.map(describeTable), ...(why === undefined ? [] : [why])].join(
    '\n\n',
  );
}

/** `2026-11-29, idle, load 0.3, command`, of a row only what differs from its table. */
function describeWay({ date, machine, load, command }: Partial<Way>): string {
  return [date, machine, load && `load ${load}`, command].filter(Boolean).join(', ');
}

/** Only a table with rows that were measured in their own way has a column for it. */
function describeTable({ columns, rows }: FigureTable): string {
  const ways = rows.map((row) => describeWay(read(row)));
  const isMixed = ways.some((way) => way !== '');
  return markdownTable(
    isMixed ? [...columns, 'measured'] : columns,
    rows.map((row, at) => [...read(row).cells, ...(isMixed ? [ways[at] ?? ''] : [])]),
  );
}
