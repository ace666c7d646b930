// `posthorn suppressions import`: adds the addresses of a file to the suppression list, in batches. It may be repeated:
// what is on the list stays as it is. A line without a valid address is left out and counted; the others are added.
import { setTimeout as pause } from 'node:timers/promises';
import { SUPPRESSIONS_BATCH_MAX } from '../../shared/contract/limits.ts';
import { type Connection, callApi } from '../call.ts';
import { CliFailure, linesRefused } from '../failure.ts';
import type { CommandStreams } from '../run-command.ts';
import { openFile } from '../transfer/open-upload.ts';
import { createProgress } from '../transfer/progress.ts';
import { isTemporary } from '../wait-for-job.ts';
import { type AddressLine, mayBeAddress, readAddresses } from './read-addresses.ts';

/** What became of a file. */
export interface SuppressionImport {
  object: 'suppression_import';
  /** Without blank ones and the header. */
  lines: number;
  added: number;
  /** Lines whose address was on the list before, also by an earlier line. */
  existing: number;
  invalid: number;
  /** The numbers of the first of them. */
  invalid_lines: number[];
}

/** What the import uses of its process. */
export interface ImportDeps extends CommandStreams {
  /** Pauses for milliseconds. */
  wait?: (ms: number) => Promise<unknown>;
}

const LISTED_LINES = 1_000;
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 8_000;
/** What a server may ask for; more than a minute of its own limits. */
const ASKED_PAUSE_MAX_MS = 90_000;
/** With the pauses between them about a minute: longer than a restart of the service. */
const ATTEMPTS_MAX = 12;

/**
 * Adds the addresses of a file.
 * @param file its path, `-` for stdin
 * @throws CliFailure also when a line was invalid; with the report in `import` as soon as a batch was added
 */
export async function importSuppressions(
  connection: Connection,
  file: string,
  { stdin, stderr, wait = pause }: ImportDeps,
): Promise<SuppressionImport> {
  const report = newReport();
  const progress = createProgress(stderr);
  const { stream } = file === '-' ? { stream: stdin } : await openFile('suppressions import', file);
  try {
    const name = file === '-' ? 'stdin' : file;
    for await (const batch of batchesOf(readAddresses(name, stream), report)) {
      await addBatch(connection, batch, report, wait);
      progress.show(`Lines: ${report.lines}, added: ${report.added}`);
    }
  } catch (error) {
    if (report.added + report.existing === 0 || !(error instanceof CliFailure)) throw error;
    throw new CliFailure({ ...error.body, import: report });
  } finally {
    // The API finds some later than those after them.
    report.invalid_lines.sort((a, b) => a - b);
    stream.destroy();
    progress.clear();
  }
  if (report.invalid > 0) throw linesRefused(describe(report), report);
  return report;
}

function newReport(): SuppressionImport {
  return { object: 'suppression_import', lines: 0, added: 0, existing: 0, invalid: 0, invalid_lines: [] };
}

/** Counts all lines, and makes batches of those that may be added. */
async function* batchesOf(
  pieces: AsyncIterable<AddressLine[]>,
  report: SuppressionImport,
): AsyncGenerator<AddressLine[]> {
  let batch: AddressLine[] = [];
  for await (const lines of pieces)
    for (const line of lines) {
      report.lines += 1;
      if (!mayBeAddress(line.text)) refuse(line, report);
      else if (batch.push(line) === SUPPRESSIONS_BATCH_MAX) {
        yield batch;
        batch = [];
      }
    }
  if (batch.length > 0) yield batch;
}

function refuse({ line }: AddressLine, report: SuppressionImport): void {
  report.invalid += 1;
  if (report.invalid_lines.length < LISTED_LINES) report.invalid_lines.push(line);
}

/** Adds a batch without the lines that the API refuses: it names the first of them. */
async function addBatch(
  connection: Connection,
  batch: readonly AddressLine[],
  report: SuppressionImport,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  let lines = batch;
  while (lines.length > 0) {
    try {
      const emails = lines.map(({ text }) => text);
      const added = await addPatiently(connection, emails, report.added + report.existing > 0, wait);
      report.added += added;
      report.existing += lines.length - added;
      return;
    } catch (error) {
      const position = refusedPosition(error);
      const refused = lines[position];
      if (!refused) throw error;
      refuse(refused, report);
      lines = lines.toSpliced(position, 1);
    }
  }
}

/** @returns how many were not on the list */
async function addPatiently(
  connection: Connection,
  emails: readonly string[],
  wasAnswered: boolean,
  wait: (ms: number) => Promise<unknown>,
): Promise<number> {
  const request = { method: 'POST', path: '/suppressions/batch/add', query: {}, headers: {} };
  for (let attempt = 1, pauseMs = FIRST_PAUSE_MS; ; attempt += 1) {
    try {
      const { data } = (await callApi(connection, { ...request, body: JSON.stringify({ emails }) })) as Added;
      return new Set(data.filter(({ added }) => added !== false).map(({ id }) => id)).size;
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isTemporary(error)) throw error;
      // A server that has never answered may be a wrong address.
      if (error.body.statusCode === 0 && !wasAnswered) throw error;
      await wait(Math.max(pauseMs, Math.min(error.retryAfterMs, ASKED_PAUSE_MAX_MS)));
      pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS);
    }
  }
}

/** Two spellings of an address have one id. An older server has no `added`. */
interface Added {
  data: { id: string; added?: boolean }[];
}

/** The position of the address that the API has refused; -1: it has refused something else. */
function refusedPosition(error: unknown): number {
  if (!(error instanceof CliFailure) || error.body.name !== 'validation_error') return -1;
  return Number(/`emails\[(\d+)\]`/.exec(error.body.message)?.[1] ?? -1);
}

const SHOWN_LINES = 20;

function describe({ invalid, invalid_lines: lines }: SuppressionImport): string {
  const more = invalid - SHOWN_LINES;
  const numbers = `${lines.slice(0, SHOWN_LINES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `Lines without a valid address: ${numbers}. All others are on the list.`;
}
