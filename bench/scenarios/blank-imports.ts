// Scenario `blank-imports`: a file of 190 MB that has one row and blank lines. Measures how fast it is passed over,
// against reading its bytes from the store and nothing else, and how long an import of one row takes for an account
// during the imports of twenty such files of another one.
import { createUploadStore } from '../../shared/platform/storage/upload-store.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { type ImportService, openEmptyAudience, openImportService } from '../contacts/import-service.ts';
import { monotonicMs } from '../monotonic.ts';
import { type Contender, posthornsOf, type RunResult, type Scenario } from '../scenario.ts';
import { queryWithoutTimeout } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';

const FILE_BYTES = 190_000_000;
/** The files of the other account: as many as may wait, and large enough to last. */
const FILES = 20;
const OTHER_FILE_BYTES = 60_000_000;
const ROUNDS = 15;
const MEGABYTE = 1e6;
const SECOND_MS = 1_000;

export const blankImports: Scenario = {
  name: 'blank-imports',
  question: () =>
    `A file of ${FILE_BYTES / MEGABYTE} MB of blank lines after one row, and an import of one row (median and maximum of ${ROUNDS}) next to ${FILES} such files of ${OTHER_FILE_BYTES / MEGABYTE} MB of another account.`,
  columns: [
    { title: 'ms', key: 'ms', digits: 0, spread: true },
    { title: 'maximum', key: 'max', digits: 0 },
    { title: 'MB/s', key: 'rate', digits: 0, spread: true },
  ],
  compared: 'ms',
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => {
      const plain = `${variant.name}, reading the bytes`;
      const idle = `${variant.name}, one row, idle`;
      return [
        contender({ name: plain, dividedBy: {} }, (servers) => readPlainly(servers, variant)),
        contender(
          {
            name: `${variant.name}, the blank file`,
            dividedBy: { '× reading': plain },
            wanted: '≥ 100 MB/s',
          },
          (servers) => withService(servers, variant, importBlank),
        ),
        contender({ name: idle, dividedBy: {} }, (servers) => withService(servers, variant, importOneRows)),
        contender(
          {
            name: `${variant.name}, one row, next to ${FILES}`,
            dividedBy: { '× idle': idle },
            wanted: '≤ 5 ×',
          },
          (servers) =>
            withService(servers, variant, async (service) => {
              const isImporting = await keepImporting(service);
              const figures = await importOneRows(service);
              if (!(await isImporting())) throw new Error('The blank files have ended too early.');
              return figures;
            }),
        ),
      ];
    }),
};

function contender(
  named: Omit<Contender, 'measure'>,
  measure: (servers: Servers) => Promise<RunResult['figures']>,
): Contender {
  const rest = { contender: named.name, cpuPerMessage: {}, statements: [], messages: 1 };
  return { ...named, measure: async (servers) => ({ ...rest, figures: await measure(servers) }) };
}

async function withService(
  servers: Servers,
  variant: Variant,
  measure: (service: ImportService) => Promise<RunResult['figures']>,
): Promise<RunResult['figures']> {
  const service = await openImportService(servers, variant, { name: 'blank' });
  try {
    await servers.databases.checkpoint();
    return await measure(service);
  } finally {
    await service.stop();
  }
}

function createBlankFile(bytes = FILE_BYTES): Buffer {
  const file = Buffer.alloc(bytes, '\n');
  file.write('email\nfirst@load.test\n');
  return file;
}

function timed(ms: number): RunResult['figures'] {
  return { ms, rate: FILE_BYTES / MEGABYTE / (ms / SECOND_MS) };
}

/** What the reading of an import is compared with: the store alone, in one process. */
async function readPlainly(servers: Servers, variant: Variant): Promise<RunResult['figures']> {
  const { database } = await openEmptyAudience(servers, variant, 'plain');
  const store = createUploadStore({ database, ids: createIds(createSystemClock()) });
  const writer = store.create();
  await writer.write(createBlankFile());
  const content = await writer.end();
  await servers.databases.checkpoint();
  const startedAtMs = monotonicMs();
  let bytes = 0;
  for await (const piece of store.read(content)) bytes += piece.length;
  const ms = monotonicMs() - startedAtMs;
  if (bytes !== FILE_BYTES) throw new Error(`${bytes} bytes were read.`);
  await database.end();
  await servers.databases.drop('plain');
  return timed(ms);
}

async function importBlank(service: ImportService): Promise<RunResult['figures']> {
  const { ms, counts } = await service.run(createBlankFile(), 'skip');
  if (counts.total !== 1) throw new Error(`${counts.total} rows instead of one.`);
  return timed(ms);
}

async function importOneRows(service: ImportService): Promise<RunResult['figures']> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push((await service.run(Buffer.from(`email\nrow${round}@load.test\n`), 'skip')).ms);
  times.sort((a, b) => a - b);
  return { ms: times[Math.floor(ROUNDS / 2)] ?? Number.NaN, max: times.at(-1) ?? Number.NaN };
}

/** The other files are copies of the first one, so that no upload disturbs what is measured. */
const copiesOf = (id: string) => `
  WITH copies AS MATERIALIZED (SELECT uuid_v7(now()) AS id, uuid_v7(now()) AS content_id FROM generate_series(2, ${FILES})),
  chunks AS (
    INSERT INTO attachment_chunks (id, number, bytes)
    SELECT copies.content_id, number, bytes FROM copies, contact_imports AS first
    JOIN attachment_chunks AS chunk ON chunk.id = first.content_id WHERE first.id = '${id}')
  INSERT INTO contact_imports
    (id, account_id, audience_id, status, on_conflict, encoding, column_map, segment_ids, topics, content_id, size,
     next_attempt_at, created_at)
  SELECT copies.id, account_id, audience_id, 'queued', on_conflict, encoding, column_map, segment_ids, topics,
         copies.content_id, size, now(), now()
  FROM copies, contact_imports AS first WHERE first.id = '${id}'`;

/** Begins the imports of another account. @returns whether they are not over yet */
async function keepImporting(service: ImportService): Promise<() => Promise<boolean>> {
  const start = await service.addAccount();
  const first = await start(createBlankFile(OTHER_FILE_BYTES));
  await queryWithoutTimeout(service.database, copiesOf(first));
  return async () => {
    const { rowCount } = await service.database.query({
      name: 'find-unfinished-imports',
      text: `SELECT FROM contact_imports AS other JOIN contact_imports AS first ON first.account_id = other.account_id
             WHERE first.id = $1 AND other.completed_at IS NULL`,
      values: [first],
    });
    return (rowCount ?? 0) > 0;
  };
}
