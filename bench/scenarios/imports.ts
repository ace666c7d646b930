// Scenario `imports`: a CSV file into an empty audience, against importers of other kinds on the same table.
import { createImportFile } from '../contacts/import-file.ts';
import { fillStaging, importRowByRow, insertFromStaging, prepareCopy } from '../contacts/import-peers.ts';
import {
  type EmptyAudience,
  type ImportService,
  openEmptyAudience,
  openImportService,
} from '../contacts/import-service.ts';
import { monotonicMs } from '../monotonic.ts';
import { type Contender, posthornsOf, type RunResult, type Scenario } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';

const ROW_BY_ROW = 'row by row';
const STAGING = 'INSERT … SELECT from a staging table';
const PEER_DATABASE = 'peer';
const SECOND_MS = 1_000;
const MEGABYTE = 1e6;

export const imports: Scenario = {
  name: 'imports',
  question: ({ contactCounts: [, count] }) =>
    `${count.toLocaleString('en-US')} rows of six columns: seconds until all of them are contacts, and the largest memory (RSS) of the processes.`,
  columns: [
    { title: 's', key: 'seconds', digits: 1, spread: true },
    { title: 'api MB', key: 'api', digits: 0 },
    { title: 'audience MB', key: 'audience', digits: 0 },
  ],
  compared: 'seconds',
  contenders(setting) {
    const [variant] = posthornsOf(setting);
    const [, count] = setting.options.contactCounts;
    return variant ? [...peers(variant, count), ...ours(variant, count)] : [];
  },
};

function peers(variant: Variant, count: number): Contender[] {
  return [
    peer(variant, ROW_BY_ROW, ({ database, place }) =>
      Promise.resolve(() => importRowByRow(database, place, count)),
    ),
    peer(variant, STAGING, async ({ database, place }) => {
      await fillStaging(database, place, count);
      return () => insertFromStaging(database);
    }),
    peer(variant, 'bare COPY', async ({ database, place }) => {
      await fillStaging(database, place, count);
      const { copy, remove } = await prepareCopy(database);
      return () => copy().finally(remove);
    }),
  ];
}

/** @param prepare makes ready what is not part of the time */
function peer(
  variant: Variant,
  name: string,
  prepare: (empty: EmptyAudience) => Promise<() => Promise<void>>,
): Contender {
  return {
    name,
    dividedBy: {},
    async measure(servers) {
      const empty = await openEmptyAudience(servers, variant, PEER_DATABASE);
      const work = await prepare(empty);
      await servers.databases.checkpoint();
      const startedAtMs = monotonicMs();
      await work();
      const seconds = (monotonicMs() - startedAtMs) / SECOND_MS;
      await empty.database.end();
      await servers.databases.drop(PEER_DATABASE);
      return resultOf(name, { seconds });
    },
  };
}

function ours(variant: Variant, count: number): Contender[] {
  const file = () => createImportFile(count);
  const dividedBy = { [`× ${ROW_BY_ROW}`]: ROW_BY_ROW, '× INSERT': STAGING };
  const wanted = '≤ 0.33 × and ≤ 2 ×, 300 MB';
  return [
    {
      name: 'import',
      dividedBy,
      wanted,
      measure: (servers) =>
        measure(servers, variant, {}, 'import', async (service) => {
          const { ms, counts } = await service.run(file(), 'skip');
          expect(counts.created, count);
          return ms;
        }),
    },
    {
      name: 'the same file again, update',
      dividedBy,
      measure: (servers) =>
        measure(servers, variant, {}, 'the same file again, update', async (service) => {
          await service.run(file(), 'skip');
          const { ms, counts } = await service.run(file(), 'update');
          expect(counts.updated, count);
          return ms;
        }),
    },
    {
      name: 'import with a contact limit',
      dividedBy,
      measure: (servers) =>
        measure(servers, variant, { contactLimit: count }, 'import with a contact limit', async (service) => {
          const { ms, counts } = await service.run(file(), 'skip');
          expect(counts.created, count);
          return ms;
        }),
    },
  ];
}

async function measure(
  servers: Servers,
  variant: Variant,
  plan: { contactLimit?: number },
  name: string,
  run: (service: ImportService) => Promise<number>,
): Promise<RunResult> {
  const service = await openImportService(servers, variant, { name: 'imported', ...plan });
  try {
    await servers.databases.checkpoint();
    const seconds = (await run(service)) / SECOND_MS;
    const memory = Object.entries(service.peakMemory()).map(([of, bytes]) => [of, bytes / MEGABYTE]);
    return resultOf(name, { seconds, ...Object.fromEntries(memory) });
  } finally {
    await service.stop();
  }
}

function expect(found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${found} rows instead of ${wanted}.`);
}

function resultOf(contender: string, figures: Record<string, number>): RunResult {
  return { contender, figures, cpuPerMessage: {}, statements: [], messages: 1 };
}
