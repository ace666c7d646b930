// Input of /automations/:id/runs (docs/reference/automation-runs.md).
import Joi from 'joi';
import { RUN_STATUSES } from '../../../../shared/contract/automations/values.ts';
import { STEP_KEY_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import type { PageRequest } from '../../../../shared/platform/db/page.ts';
import type { RunStatus } from '../../../../shared/resources/flows/automations/runs/run.ts';
import { idOf } from '../../../named-id.ts';
import { pageQuery } from '../../../page.ts';

/** Query of GET /automations/:id/runs. */
interface ListRunsQuery extends PageRequest {
  status?: RunStatus[];
  contact_id?: string;
  step?: string;
}

const status = Joi.string()
  .custom((text: string, { error }) => {
    const statuses = text.split(',').map((each) => each.trim());
    const isKnown = (each: string) => (RUN_STATUSES as readonly string[]).includes(each);
    return statuses.every(isKnown) ? statuses : error('status.unknown');
  }, 'statuses')
  .description('Only runs with one of these statuses, separated by commas');

/** Query of GET /automations/:id/runs. */
export const listRunsQuery = (pageQuery as Joi.ObjectSchema)
  .keys({
    status,
    contact_id: idOf('a contact').description('Only runs of this contact'),
    step: Joi.string()
      .max(STEP_KEY_MAX_LENGTH)
      .description(
        'Id or key of a step: only runs that are at it, have failed at it or were cancelled at it',
      ),
  })
  .messages({
    'status.unknown': `{{#label}} must be statuses of runs, separated by commas: ${RUN_STATUSES.join(', ')}`,
  }) as Joi.ObjectSchema<ListRunsQuery>;
