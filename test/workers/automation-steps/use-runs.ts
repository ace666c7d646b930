// What the tests of steps have in common: an account with a domain, a contact and the job that moves its runs, called
// directly.

import { transaction } from '../../../shared/platform/db/transaction.ts';
import {
  bulkRunsWork,
  eventRunsWork,
  timerRunsWork,
} from '../../../shared/resources/flows/automations/runs/work.ts';
import { open as openAdvanceRuns } from '../../../workers/jobs/advance-automation-runs.ts';
import type { JobHandler, WorkerDeps } from '../../../workers/runtime/job.ts';
import type { TestDatabase } from '../../support/database/database.ts';
import { type AutomationFields, createAutomation } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { type AccountFields, createAccount, createDomain } from '../../support/factories/factories.ts';
import {
  createRun,
  outputOf,
  type RunFields,
  readRun,
  stepsOf,
} from '../../support/factories/run-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import type { TestClock } from '../../support/time/clock.ts';
import { type Job, useJob } from '../support/use-job.ts';

export type Steps = NonNullable<AutomationFields['steps']>;

/** A step that waits for a day. */
export const PAUSE: Steps[number] = { key: 'pause', type: 'delay', config: { duration: '1 day' } };

/** The surroundings of a test of steps. */
export interface Runs {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly deps: WorkerDeps;
  readonly query: Job['query'];
  readonly accountId: string;
  readonly domain: { id: string; name: string };
  readonly contact: { id: string; email: string; audienceId: string };
  /** The job of a process of its own. */
  open(changes?: Partial<WorkerDeps>): (payload: { ids: string[] }) => Promise<string>;
  automation(steps: Steps, fields?: Partial<AutomationFields>): ReturnType<typeof createAutomation>;
  /** A step that sends the mail of a template of its own. */
  mailStep(): Promise<Steps[number]>;
  /** How many mails of the account were accepted. */
  countEmails(): Promise<number>;
  /** The row of a run, the steps that it has done, and the output of one of them. */
  read(id: string): ReturnType<typeof readRun>;
  steps(id: string): ReturnType<typeof stepsOf>;
  output(id: string, step: string): ReturnType<typeof outputOf>;
  /** A run of the contact that is woken. */
  start(automation: RunFields['automation'], fields?: Partial<RunFields>): Promise<string>;
  /** Runs the job for runs that are woken. */
  advance(...ids: string[]): Promise<string>;
  /** An event comes for the contact. */
  send(name: string, payload?: object, at?: Date): Promise<void>;
  /** Wakes what is due, as the tick does. */
  wake(): Promise<string[]>;
  /** The same, and runs the job for it. */
  wakeAndMove(): Promise<string[]>;
  inFuture(milliseconds: number): Date;
}

/** Prepares them for a suite; each test has an account of its own. */
export function useRuns(account: AccountFields = {}): Runs {
  const job = useJob();
  const { clock, database, query } = job;
  let handle: JobHandler;
  let accountId: string;
  let domain: { id: string; name: string };
  let contact: { id: string; email: string; audienceId: string };
  before(() => {
    handle = openAdvanceRuns(job.deps, eventRunsWork).handle;
  });
  beforeEach(async () => {
    accountId = (await createAccount(database.pool, account)).id;
    domain = await createDomain(database.pool, accountId);
    contact = await createContact(database.pool, { accountId, firstName: 'Bo' });
  });
  const runs: Runs = {
    database,
    clock,
    query,
    get deps() {
      return job.deps;
    },
    get accountId() {
      return accountId;
    },
    get domain() {
      return domain;
    },
    get contact() {
      return contact;
    },
    open(changes = {}) {
      const own = { ...job.deps, ...changes };
      const opened = openAdvanceRuns(own, eventRunsWork);
      return (payload) => opened.handle(payload, own);
    },
    automation: (steps, fields) =>
      createAutomation(database.pool, accountId, { domainId: domain.id, steps, ...fields }),
    async mailStep() {
      const template = await createTemplate(database.pool, accountId, { from: `a@${domain.name}` });
      return { key: 'mail', type: 'send_email', config: { template: { id: template.id } } };
    },
    async countEmails() {
      return (await query('SELECT FROM emails WHERE account_id = $1', [accountId])).length;
    },
    read: (id) => readRun(database.pool, id),
    steps: (id) => stepsOf(database.pool, id),
    output: (id, step) => outputOf(database.pool, id, step),
    async start(automation, fields) {
      const startedAt = clock.now();
      const run = { automation, contactId: contact.id, startedAt, ...fields };
      return (await createRun(database.pool, run)).id;
    },
    advance: (...ids) => handle({ ids }, job.deps),
    async send(name, payload = {}, at = clock.now()) {
      const about = { accountId, domainId: domain.id, contactId: contact.id, id: job.deps.ids.next() };
      const event = { kind: 'custom', ...about, name, payload, at, chain: [], lane: 'event' } as const;
      await transaction(database.pool, (client) =>
        job.deps.eventIntake.take(client, [event], { now: clock.now(), beyondQuota: 'record' }),
      );
    },
    async wake() {
      const woken: string[] = [];
      for (const table of [eventRunsWork.table, timerRunsWork.table, bulkRunsWork.table])
        woken.push(...(await table.markDue(database.pool, clock.now(), 1_000)));
      return woken;
    },
    async wakeAndMove() {
      const woken = await runs.wake();
      await runs.advance(...woken);
      return woken;
    },
    inFuture: (milliseconds) => new Date(clock.now().getTime() + milliseconds),
  };
  return runs;
}
