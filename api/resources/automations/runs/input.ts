// Input of /automations/:id/runs (docs/reference/automation-runs.md).
import Joi from 'joi';
import { RUN_STATUSES } from '../../../../shared/contract/automations/values.ts';
import { STEP_KEY_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import type { PageRequest } from '../../../../shared/platform/db/page.ts';
import type { RunStatus } from '../../../../shared/resources/flows/automations/runs/run.ts';
import { severalStatuses } from '../../../input/several-statuses.ts';
import { idOf } from '../../../named-id.ts';
import { pageQuery } from '../../../page.ts';

/** Query of GET /automations/:id/runs. */
interface ListRunsQuery extends PageRequest {
  status?: RunStatus[];
  contact_id?: string;
  step?: string;
}

/** Query of GET /automations/:id/runs. */
export const listRunsQuery = (pageQuery as Joi.ObjectSchema).keys({
  status: severalStatuses('runs', RUN_STATUSES),
  contact_id: idOf('a contact').description('Only runs of this contact'),
  step: Joi.string()
    .max(STEP_KEY_MAX_LENGTH)
    .description('Id or key of a step: only runs that are at it, failed at it or were cancelled at it'),
}) as Joi.ObjectSchema<ListRunsQuery>;
