// The results as Markdown, as docs/performance.md holds them. A ratio is taken within its round, where both sides had
// the same machine, and only then compared with those of other rounds.
import type { RunResult } from './measure-run.ts';

/** Smallest, middle and largest of some figures. */
interface Spread {
  min: number;
  median: number;
  max: number;
}

/** Rounds in order; each holds one result a variant. */
export type Rounds = readonly (readonly RunResult[])[];

/** What every variant is measured against. */
export const BASELINE = 'naive';

/** The tables: rates, CPU time a mail and, when they were watched, statements. */
export function describeResults(rounds: Rounds, mails: number): string {
  const statements = rounds.flat().map((result) => describeStatements(result, mails));
  return [describeRates(rounds), describeCpuTimes(rounds), ...statements].filter(Boolean).join('\n\n');
}

/** The median of a variant's delivered mails a second; undefined when it was not measured. */
export function medianDelivered(rounds: Rounds, variant: string): number | undefined {
  const rates = resultsOf(rounds, variant).map(({ deliveredPerSecond }) => deliveredPerSecond);
  return rates.length > 0 ? spread(rates).median : undefined;
}

export function spread(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    min: at(0),
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    max: at(sorted.length - 1),
  };
}

function describeRates(rounds: Rounds): string {
  const rows = variantsOf(rounds).map((variant) => {
    const results = resultsOf(rounds, variant);
    const column = (pick: (result: RunResult) => number) => spread(results.map(pick));
    return [
      variant,
      describeSpread(column(({ deliveredPerSecond }) => deliveredPerSecond)),
      describeRatios(rounds, variant),
      whole(column(({ acceptedPerSecond }) => acceptedPerSecond).median),
      column(({ acceptP50Ms }) => acceptP50Ms).median.toFixed(1),
      column(({ acceptP99Ms }) => acceptP99Ms).median.toFixed(1),
    ];
  });
  const head = [
    'variant',
    'delivered/s, min / median / max',
    '× naive',
    'accepted/s',
    'accept p50 ms',
    'p99 ms',
  ];
  return table(head, rows);
}

function describeRatios(rounds: Rounds, variant: string): string {
  const ratios = rounds.flatMap((round) => {
    const [own, base] = [variant, BASELINE].map((name) => round.find((result) => result.variant === name));
    return own && base ? [own.deliveredPerSecond / base.deliveredPerSecond] : [];
  });
  if (ratios.length === 0) return '–';
  const { min, median, max } = spread(ratios);
  return `${min.toFixed(2)} / **${median.toFixed(2)}** / ${max.toFixed(2)}`;
}

function describeCpuTimes(rounds: Rounds): string {
  const names = [...new Set(rounds.flat().flatMap(({ cpuPerMail }) => Object.keys(cpuPerMail)))];
  if (names.length === 0) return '';
  const rows = variantsOf(rounds).map((variant) => {
    const results = resultsOf(rounds, variant);
    const medians = names.map((name) => {
      const figures = results.flatMap(({ cpuPerMail }) => cpuPerMail[name] ?? []);
      return figures.length > 0 ? spread(figures).median : undefined;
    });
    const sum = medians.reduce<number>((total, figure) => total + (figure ?? 0), 0);
    return [variant, ...medians.map((figure) => (figure === undefined ? '–' : whole(figure))), whole(sum)];
  });
  return table(['CPU µs a mail, median', ...names, 'sum'], rows);
}

function describeStatements({ variant, statements }: RunResult, mails: number): string {
  if (statements.length === 0) return '';
  const rows = statements.map(({ statement, calls, totalMs }) => [
    `\`${statement.replaceAll('|', '\\|').replaceAll('`', '')}\``,
    (calls / mails).toFixed(3),
    ((totalMs * 1_000) / calls).toFixed(0),
    ((totalMs * 1_000) / mails).toFixed(1),
  ]);
  return table([`statements of ${variant}`, 'calls a mail', 'µs a call', 'µs a mail'], rows);
}

function variantsOf(rounds: Rounds): string[] {
  return [...new Set(rounds.flat().map(({ variant }) => variant))].sort();
}

function resultsOf(rounds: Rounds, variant: string): RunResult[] {
  return rounds.flat().filter((result) => result.variant === variant);
}

function describeSpread({ min, median, max }: Spread): string {
  return `${whole(min)} / **${whole(median)}** / ${whole(max)}`;
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en-US');
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
