// Requests that write steps, for the tests of docs/reference/automation-steps.md: good ones, and bad ones through every
// operation that takes steps.
import { expect } from 'chai';
import type { ErrorName } from '../../../../shared/contract/errors.ts';
import { ERROR_STATUS } from '../../../../shared/contract/errors.ts';
import type { TestApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createTemplate } from '../../../support/factories/template-factories.ts';
import { type AutomationOwner, createAutomationOwner, TRIGGER } from '../owner.ts';

/** An account that writes steps. */
export interface StepWriter extends AutomationOwner {
  /** A published template with a From, by its alias `welcome`. */
  template: { id: string };
  /** Creates an automation with a trigger and one step. @returns the config in the answer */
  config(type: string, config: unknown): Promise<unknown>;
  /** Expects that a step is refused in a new automation, as an added step, and as a change of one. */
  refuse(type: string, config: unknown, path: string, name?: ErrorName): Promise<void>;
  /** Expects that a new automation is refused, and that none was stored. @returns the message */
  refuseGraph(fields: object, path: string, name?: ErrorName): Promise<string>;
}

/** A config of each type that every account with the template can have; `add_to_segment` needs a segment. */
export const GOOD_CONFIGS: Readonly<Record<string, object>> = {
  send_email: { template: { id: 'welcome' } },
  delay: { duration: '1 day' },
  wait_for_event: { event_name: 'order.paid' },
  condition: { type: 'rule', field: 'contact.email', operator: 'exists' },
  contact_update: { unsubscribed: true },
  contact_delete: {},
};

export const edge = (from: string, to: string, type = 'default') => ({ from, to, type });

/** A good step. */
export const stepOf = (key: string, type = 'delay') => ({ key, type, config: GOOD_CONFIGS[type] });

/** Creates an account with a template. */
export async function createStepWriter(app: TestApp): Promise<StepWriter> {
  const owner = await createAutomationOwner(app);
  const { accountId, domain, api } = owner;
  const template = await createTemplate(app.pool, accountId, {
    alias: 'welcome',
    from: `ana@${domain.name}`,
  });
  const refuseGraph = async (fields: object, path: string, name: ErrorName = 'validation_error') => {
    const before = await owner.count('automations');
    const message = expectError(await owner.create(fields), ERROR_STATUS[name], name);
    expect(message).to.include(`\`${path}\``);
    expect(await owner.count('automations')).to.equal(before);
    return message;
  };
  return {
    ...owner,
    template,
    refuseGraph,
    async config(type, config) {
      const steps = [TRIGGER, { key: 'only', type, config }];
      const { steps: shown } = await owner.made({ steps });
      return shown[1]?.config;
    },
    async refuse(type, config, path, name = 'validation_error') {
      const below = path === '' ? '' : `.${path}`;
      await refuseGraph({ steps: [TRIGGER, { key: 'only', type, config }] }, `steps[1].config${below}`, name);
      const { id } = await owner.made({ steps: [{ key: 'only', type, config: GOOD_CONFIGS[type] }] });
      const before = await owner.shown(id);
      const steps = `/automations/${id}/steps`;
      for (const answer of [
        await api.post(steps).send({ type, config }),
        await api.patch(`${steps}/only`).send({ config }),
      ]) {
        expect(expectError(answer, ERROR_STATUS[name], name)).to.include(`\`config${below}\``);
        expect(answer.body.field).to.equal(`config${below}`);
      }
      expect(await owner.shown(id)).to.deep.equal(before);
    },
  };
}
