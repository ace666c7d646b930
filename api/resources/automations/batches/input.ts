// Input of batches of automations (docs/reference/automation-batches.md).
import Joi from 'joi';
import {
  AUTOMATION_BATCH_STATUSES,
  AUTOMATION_BATCH_TYPES,
} from '../../../../shared/contract/automation-batches/values.ts';
import type { PageRequest } from '../../../../shared/platform/db/page.ts';
import type { EnrolledContacts } from '../../../../shared/resources/flows/automations/batches/enroll.ts';
import type { AutomationBatchFilters } from '../../../../shared/resources/flows/automations/batches/list.ts';
import { ADDRESS_MESSAGE } from '../../../input/text-inputs.ts';
import { idOf } from '../../../named-id.ts';
import { pageQuery } from '../../../page.ts';
import { contactAddress, type GivenAddress } from '../../contacts/input.ts';

/** Body of POST /automations/:id/enroll: exactly one field is set. */
export interface EnrollInput {
  contact_id?: string;
  email?: GivenAddress;
  segment_id?: string;
  all?: true;
}

const ABSENT = Joi.valid('', null);

/** Body of POST /automations/:id/enroll. */
export const enrollInput = Joi.object<EnrollInput>({
  contact_id: idOf('a contact')
    .empty(ABSENT)
    .description('Id of a contact in the audience of the automation'),
  email: contactAddress.empty(ABSENT).description('Address of a contact in the audience of the automation'),
  segment_id: idOf('a segment')
    .empty(ABSENT)
    .description('Id of a segment in the audience of the automation, for its members'),
  all: Joi.boolean()
    .strict()
    .valid(true)
    .empty(null)
    .description('True: all contacts in the audience of the automation'),
})
  .xor('contact_id', 'email', 'segment_id', 'all')
  .messages({
    ...ADDRESS_MESSAGE,
    'object.xor': '`contact_id`, `email`, `segment_id` and `all` cannot be combined',
    'object.missing': 'One of `contact_id`, `email`, `segment_id` and `all` must be given',
  });

/** The contacts that an enrolment names. */
export function enrolledBy({ contact_id, email, segment_id }: EnrollInput): EnrolledContacts {
  if (contact_id !== undefined) return { contactId: contact_id };
  if (email) return { emailKey: email.key };
  return segment_id === undefined ? { all: true } : { segmentId: segment_id };
}

/** Body of POST /automations/:id/runs/retry. The time is read by shared/resources/foundation/read-since.ts. */
export const retryRunsInput = Joi.object<{ since: string }>({
  since: Joi.string()
    .empty(ABSENT)
    .required()
    .description('Only runs that failed since this time: ISO 8601 or English, not in the future'),
});

/** Query of GET /automations/:id/batches. */
export const listBatchesQuery = (pageQuery as Joi.ObjectSchema).keys({
  type: Joi.string()
    .valid(...AUTOMATION_BATCH_TYPES)
    .description('Only batches of this type'),
  status: Joi.string()
    .valid(...AUTOMATION_BATCH_STATUSES)
    .description('Only batches with this status'),
}) as Joi.ObjectSchema<PageRequest & AutomationBatchFilters>;
