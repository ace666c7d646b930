// What the tests of simulations share: an account with automations, and requests that simulate them.
import { expect } from 'chai';
import type { TestApp } from '../../../support/api/app.ts';
import type { AutomationFields } from '../../../support/factories/automation-factories.ts';
import { createTemplate, type TemplateSourceFields } from '../../../support/factories/template-factories.ts';
import { createRunner, type Runner } from '../runs/runner.ts';

/** A step of a simulation, as the API answers it. */
export interface ShownSimulatedStep {
  key: string;
  type: string;
  status: string;
  at: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type of step has another output.
  output: any;
  error: { message: string } | null;
}

/** A simulation, as the API answers it. */
export interface ShownSimulation {
  outcome: string;
  reason: string | null;
  contact: Record<string, unknown> | null;
  steps: ShownSimulatedStep[];
}

type GivenStep = NonNullable<AutomationFields['steps']>[number];

/** An account whose automations are simulated. */
export interface Simulator extends Runner {
  /** POST /automations/:id/simulate, by default for the contact of the account. */
  ask(automation: { id: string }, body?: object): ReturnType<Runner['add']>;
  /** A simulation, which must succeed. */
  simulate(automation: { id: string }, body?: object): Promise<ShownSimulation>;
  /** A step that sends a template of its own. */
  mail(fields?: TemplateSourceFields, config?: object): Promise<GivenStep>;
}

/** Creates an account. */
export async function createSimulator(app: TestApp): Promise<Simulator> {
  const runner = await createRunner(app);
  const ask = ({ id }: { id: string }, body: object = {}) => {
    const named = ['contact_id', 'email', 'contact'].some((name) => name in body);
    const person = named ? {} : { contact_id: runner.contactId };
    return runner.api.post(`/automations/${id}/simulate`).send({ ...person, ...body });
  };
  return {
    ...runner,
    ask,
    async simulate(automation, body) {
      const answer = await ask(automation, body);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      expect(answer.body.object).to.equal('automation_simulation');
      return answer.body;
    },
    async mail(fields = {}, config = {}) {
      const from = `Ana <ana@${runner.domain.name}>`;
      const { id } = await createTemplate(app.pool, runner.accountId, { from, ...fields });
      return { key: 'mail', type: 'send_email', config: { template: { id }, ...config } };
    },
  };
}

/** The steps of a simulation as `key status`. */
export function stepsIn({ steps }: ShownSimulation): string[] {
  return steps.map(({ key, status }) => `${key} ${status}`);
}
