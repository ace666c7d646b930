// What the tests of runs share: an account with an automation, its runs, and the job that moves them.
import { automationBatchWork } from '../../../../shared/resources/flows/automations/batches/work.ts';
import { eventRunsWork } from '../../../../shared/resources/flows/automations/runs/work.ts';
import { open as openAdvanceRuns } from '../../../../workers/jobs/advance-automation-runs.ts';
import type { TestApp } from '../../../support/api/app.ts';
import { type AutomationFields, createAutomation } from '../../../support/factories/automation-factories.ts';
import { createContact } from '../../../support/factories/contact-factories.ts';
import { createRun, type RunFields } from '../../../support/factories/run-factories.ts';
import { runJob } from '../../../support/work/run-job.ts';
import { jobDepsOf } from '../../contact-imports/importer.ts';
import { type AutomationOwner, createAutomationOwner } from '../owner.ts';

/** A run, as the API answers it. */
export interface ShownRunRecord {
  id: string;
  status: string;
  steps: { key: string; type: string; status: string; output: object | null; [field: string]: unknown }[];
  [field: string]: unknown;
}

export type RunAutomation = Awaited<ReturnType<typeof createAutomation>>;

/** An account whose automations run. */
export interface Runner extends AutomationOwner {
  contactId: string;
  automation(steps?: AutomationFields['steps'], fields?: Partial<AutomationFields>): Promise<RunAutomation>;
  /** Starts a run of the contact and moves it as far as it arrives. @returns its id */
  run(automation: RunAutomation, fields?: Partial<RunFields>): Promise<string>;
  /** Moves runs that are woken. */
  advance(...ids: string[]): Promise<string>;
  /** GET /automations/:id/runs/:runId, which must succeed. */
  shownRun(automation: RunAutomation, id: string): Promise<ShownRunRecord>;
  /** The steps of a run as `key status`. */
  shownSteps(automation: RunAutomation, id: string): Promise<string[]>;
  /** POST /events/send about the contact. */
  sendEvent(event: string): ReturnType<AutomationOwner['add']>;
  /** Runs the batches of an automation. */
  runBatches(automation: { id: string }): Promise<void>;
}

/** Two ways: that of an event with `paid: true`, and the other. */
export const PAID = {
  key: 'paid',
  type: 'condition',
  config: { type: 'rule', field: 'event.paid', operator: 'eq', value: true },
} as const;

export const pauseStep = (key: string, duration = '1 day') =>
  ({ key, type: 'delay', config: { duration } }) as const;

/** A step that sends the template. */
export const mailOf = (id: string, key = 'mail') =>
  ({ key, type: 'send_email', config: { template: { id } } }) as const;

/** The connections of PAID, which the trigger leads to. */
export const branches = (met: string, notMet: string): NonNullable<AutomationFields['connections']> => [
  { from: 'trigger', to: 'paid', type: 'default' },
  { from: 'paid', to: met, type: 'condition_met' },
  { from: 'paid', to: notMet, type: 'condition_not_met' },
];

/** Creates an account. */
export async function createRunner(app: TestApp): Promise<Runner> {
  const owner = await createAutomationOwner(app);
  const deps = jobDepsOf(app);
  const { handle } = openAdvanceRuns(deps, eventRunsWork);
  const { id: contactId } = await createContact(app.pool, { accountId: owner.accountId, firstName: 'Bo' });
  const advance = (...ids: string[]) => handle({ ids }, deps);
  const shownRun = (automation: RunAutomation, id: string): Promise<ShownRunRecord> =>
    owner.read(`/automations/${automation.id}/runs/${id}`);
  return {
    ...owner,
    contactId,
    automation: (steps, fields = {}) =>
      createAutomation(app.pool, owner.accountId, {
        domainId: owner.domain.id,
        ...(steps && { steps }),
        ...fields,
      }),
    async run(automation, fields = {}) {
      const run = { automation, contactId, startedAt: app.clock.now(), ...fields };
      const { id } = await createRun(app.pool, run);
      await advance(id);
      return id;
    },
    advance,
    shownRun,
    async shownSteps(automation, id) {
      const { steps } = await shownRun(automation, id);
      return steps.map(({ key, status }) => `${key} ${status}`);
    },
    sendEvent: (event) =>
      owner.api.post('/events/send').send({ event, domain: owner.domain.name, contact_id: contactId }),
    async runBatches({ id }) {
      const { rows } = await app.pool.query<{ id: string }>(
        'SELECT id FROM automation_batch_work WHERE automation_id = $1 ORDER BY id',
        [id],
      );
      await runJob(
        automationBatchWork,
        rows.map((batch) => batch.id),
        deps,
      );
    },
  };
}
