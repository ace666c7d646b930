// Formats the results as the Markdown tables of docs/performance.md. A ratio is computed within its round, where both
// contenders had the same conditions; the report shows the minimum, median and maximum of these ratios.
import { OF_THE_BENCH } from './cpu-time.ts';
import { LIMIT } from './limit/variant.ts';
import type { Column, Contender, RunResult, Scenario } from './scenario.ts';

/** Minimum, median and maximum of some figures. */
interface Spread {
  min: number;
  median: number;
  max: number;
}

/** Rounds in order; each holds one result per contender. */
export type Rounds = readonly (readonly RunResult[])[];

/** The part of a scenario that its tables show. */
export type Reported = Pick<Scenario, 'columns' | 'compared' | 'comparedIn'>;

/** The part of a contender that the tables show. */
export type Row = Pick<Contender, 'name' | 'dividedBy' | 'wanted'>;

const RATIO_DIGITS = 2;

/** The tables: figures with ratios, CPU time per message and, with `--statements`, the time of each statement. */
export function describeResults(scenario: Reported, contenders: readonly Row[], rounds: Rounds): string {
  const tables = [
    describeFigures(scenario, contenders, rounds),
    describeCpuTimes(contenders, rounds),
    ...rounds.flat().map(describeStatements),
  ];
  return tables.filter(Boolean).join('\n\n');
}

function spread(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    min: at(0),
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    max: at(sorted.length - 1),
  };
}

/** The ratios, which are those of the compared figure unless `comparedIn` names another one, follow the first column. */
function describeFigures(
  { columns, compared, comparedIn = {} }: Reported,
  contenders: readonly Row[],
  rounds: Rounds,
): string {
  const ratios = [...new Set(contenders.flatMap(({ dividedBy }) => Object.keys(dividedBy)))];
  const isAsked = contenders.some(({ wanted }) => wanted !== undefined);
  const [first, ...others] = columns.map(titleOf);
  const rows = contenders.map(({ name, dividedBy, wanted = '–' }) => {
    const [figure, ...rest] = columns.map((column) => describeColumn(column, rounds, name));
    const divided = ratios.map((title) =>
      describeRatio(rounds, comparedIn[title] ?? compared, name, dividedBy[title]),
    );
    return [name, figure ?? '', ...divided, ...rest, ...(isAsked ? [wanted] : [])];
  });
  return table(['', first ?? '', ...ratios, ...others, ...(isAsked ? ['target'] : [])], rows);
}

function titleOf({ title, spread: isSpread }: Column): string {
  return isSpread ? `${title}, min / median / max` : title;
}

function describeColumn(
  { key, digits, spread: isSpread }: Column,
  rounds: Rounds,
  contender: string,
): string {
  const figures = figuresOf(rounds, contender, key);
  if (figures.length === 0) return '–';
  return isSpread ? describeSpread(spread(figures), digits) : fixed(spread(figures).median, digits);
}

function describeRatio(rounds: Rounds, key: string, contender: string, base: string | undefined): string {
  const ratios = rounds.flatMap((round) => {
    const [own, other] = [contender, base].map((name) => figuresOf([round], name, key)[0]);
    return own !== undefined && other !== undefined ? [own / other] : [];
  });
  return ratios.length > 0 ? describeSpread(spread(ratios), RATIO_DIGITS) : '–';
}

function figuresOf(rounds: Rounds, contender: string | undefined, key: string): number[] {
  return resultsOf(rounds, contender).flatMap(({ figures }) => figures[key] ?? []);
}

function resultsOf(rounds: Rounds, name: string | undefined): RunResult[] {
  return rounds.flat().filter(({ contender }) => contender === name);
}

function describeCpuTimes(contenders: readonly Row[], rounds: Rounds): string {
  const processes = [...new Set(rounds.flat().flatMap(({ cpuPerMessage }) => Object.keys(cpuPerMessage)))];
  if (processes.length === 0) return '';
  const limit = cpuTimesOf(LIMIT, processes, rounds).own;
  const rows = contenders.map(({ name }) => {
    const { medians, sum, own } = cpuTimesOf(name, processes, rounds);
    const shown = medians.map((figure) => (figure === undefined ? '–' : fixed(figure, 0)));
    return [name, ...shown, fixed(sum, 0), ...(limit > 0 ? [fixed(own / limit, RATIO_DIGITS)] : [])];
  });
  const versusLimit = limit > 0 ? [`× ${LIMIT}, without load and sink`] : [];
  return table(['CPU µs per message, median', ...processes, 'sum', ...versusLimit], rows);
}

/** `own`: without the processes of the bench. */
function cpuTimesOf(name: string, processes: readonly string[], rounds: Rounds) {
  const results = resultsOf(rounds, name);
  const medians = processes.map((process) => {
    const figures = results.flatMap(({ cpuPerMessage }) => cpuPerMessage[process] ?? []);
    return figures.length > 0 ? spread(figures).median : undefined;
  });
  const sumOf = (figures: typeof medians) =>
    figures.reduce<number>((total, figure) => total + (figure ?? 0), 0);
  const own = medians.filter((_median, place) => !OF_THE_BENCH.has(processes[place] ?? ''));
  return { medians, sum: sumOf(medians), own: sumOf(own) };
}

function describeStatements({ contender, statements, messages }: RunResult): string {
  if (statements.length === 0) return '';
  const rows = statements.map(({ statement, calls, totalMs }) => [
    `\`${statement.replaceAll('|', '\\|').replaceAll('`', '')}\``,
    (calls / messages).toFixed(3),
    ((totalMs * 1_000) / calls).toFixed(0),
    ((totalMs * 1_000) / messages).toFixed(1),
  ]);
  return table([`statements of ${contender}`, 'calls per message', 'µs per call', 'µs per message'], rows);
}

function describeSpread({ min, median, max }: Spread, digits: number): string {
  return `${fixed(min, digits)} / **${fixed(median, digits)}** / ${fixed(max, digits)}`;
}

function fixed(figure: number, digits: number): string {
  return figure.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
