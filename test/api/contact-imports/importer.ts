// What the tests of imports share: an account, and the job that runs its imports.
import { expect } from 'chai';
import { GraphVersions } from '../../../shared/resources/flows/automations/versions/graph-versions.ts';
import { importWork } from '../../../shared/resources/flows/contact-imports/work.ts';
import { open as openImportContacts } from '../../../workers/jobs/import-contacts.ts';
import { ActiveClaims } from '../../../workers/runtime/claims/active-claims.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { WrittenOutcomes } from '../../../workers/runtime/outcomes/written-outcomes.ts';
import type { TestApp } from '../../support/api/app.ts';
import type { AccountFields } from '../../support/factories/factories.ts';
import { type ContactOwner, createContactOwner } from '../contacts/owner.ts';

/** An import as the API answers it. */
export interface ImportRecord {
  id: string;
  status: string;
  progress: number;
  counts: { total: number; created: number; updated: number; skipped: number; failed: number };
  columns: { used: Record<string, string>; ignored: string[] } | null;
  reasons: { reason: string; count: number }[];
  error: string | null;
}

/** A refused row. */
export interface FailureRecord {
  id: string;
  row: number;
  reason: string;
  cells: string[];
}

/** An account that imports. */
export interface Importer {
  owner: ContactOwner;
  /** POST /contacts/imports with JSON. */
  start(csv: string | readonly string[], options?: object): Promise<ImportRecord>;
  /** POST /contacts/imports with a file. */
  upload(file: Buffer, fields?: Record<string, string>): Promise<ImportRecord>;
  /** Runs the job for one import. @returns the import afterwards */
  run({ id }: { id: string }): Promise<ImportRecord>;
  /** Starts an import and runs it. */
  load(csv: string | readonly string[], options?: object): Promise<ImportRecord>;
  read({ id }: { id: string }): Promise<ImportRecord>;
  /** The refused rows, in the order of the file. */
  failures({ id }: { id: string }): Promise<FailureRecord[]>;
}

/** The counts of an import; what is not named is 0. */
export function counts(given: Partial<ImportRecord['counts']>): ImportRecord['counts'] {
  const all = { created: 0, updated: 0, skipped: 0, failed: 0, ...given };
  return { total: all.created + all.updated + all.skipped + all.failed, ...all };
}

/** The job runs with the dependencies of the API, and with a lease that nothing ends. */
export function jobDepsOf({ deps }: TestApp): WorkerDeps {
  const lease = {
    workerId: deps.ids.next(),
    claims: new ActiveClaims(),
    deadAfterMs: 60_000,
    mayStartWork: () => true,
    mayReclaim: () => false,
    end: () => Promise.resolve(),
  };
  const judging = { soon() {}, async stop() {} };
  const suspensions = { has: () => false, async stop() {} };
  return {
    ...deps,
    graphVersions: new GraphVersions(),
    judging,
    lease,
    suspensions,
    writtenOutcomes: new WrittenOutcomes(deps),
    passCrashPoint: () => {},
  };
}

/** Runs the job for one import. */
export async function runImport(app: TestApp, id: string): Promise<void> {
  const deps = jobDepsOf(app);
  await importWork.table.markDue(app.pool, app.clock.now(), 100);
  await openImportContacts(deps, importWork).handle({ ids: [id] }, deps);
}

function expectCreated({ status, body }: { status: number; body: ImportRecord }): ImportRecord {
  expect(status, JSON.stringify(body)).to.equal(201);
  return body;
}

/** Creates an account that imports. */
export async function createImporter(app: TestApp, fields?: AccountFields): Promise<Importer> {
  const owner = await createContactOwner(app, fields);
  const importer: Importer = {
    owner,
    async start(csv, options = {}) {
      const text = typeof csv === 'string' ? csv : csv.join('\n');
      return expectCreated(await owner.api.post('/contacts/imports').send({ csv: text, ...options }));
    },
    async upload(file, fields = {}) {
      const request = owner.api.post('/contacts/imports');
      for (const [name, value] of Object.entries(fields)) request.field(name, value);
      return expectCreated(await request.attach('file', file, 'contacts.csv'));
    },
    async run({ id }) {
      await runImport(app, id);
      return await importer.read({ id });
    },
    async load(csv, options) {
      return await importer.run(await importer.start(csv, options));
    },
    read: ({ id }) => owner.read(`/contacts/imports/${id}`),
    async failures({ id }) {
      return (await owner.read(`/contacts/imports/${id}/failures?limit=100`)).data.reverse();
    },
  };
  return importer;
}
