// Input of /audit-events (docs/reference/audit-events.md).
import Joi from 'joi';
import { AUDIT_OUTCOMES } from '../../../shared/contract/audit-events/values.ts';
import { AUDIT_OPERATION_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';

/** Query of GET /audit-events. */
export interface ListAuditEventsQuery extends PageRequest {
  operation?: string;
  actor_id?: string;
  outcome?: (typeof AUDIT_OUTCOMES)[number];
}

/** Query of GET /audit-events. */
export const listAuditEventsQuery = (pageQuery as Joi.ObjectSchema).keys({
  operation: Joi.string()
    .max(AUDIT_OPERATION_MAX_LENGTH)
    .description('Only events of this operation, such as `createApiKey` or `ops set-plan`'),
  actor_id: idOf('a person').description('Only events of the person with this id'),
  outcome: Joi.string()
    .valid(...AUDIT_OUTCOMES)
    .description('Only events with this outcome'),
}) as Joi.ObjectSchema<ListAuditEventsQuery>;
