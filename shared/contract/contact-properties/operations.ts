// Contact properties: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const CONTACT_PROPERTY_OPERATIONS = {
  createContactProperty: {
    method: 'post',
    path: '/contact-properties',
    permission: 'full',
    refuses: ['missing_required_field'],
    summary: 'Create a contact property',
    example: { key: 'company', type: 'string', fallback_value: 'your company' },
    answer: { object: 'ContactProperty' },
    status: 201,
    commands: ['contact-properties create'],
  },
  listContactProperties: {
    method: 'get',
    path: '/contact-properties',
    permission: 'full',
    summary: 'List contact properties',
    answer: { listOf: 'ContactPropertyItem' },
    commands: ['contact-properties list'],
  },
  getContactProperty: {
    method: 'get',
    path: '/contact-properties/:id',
    permission: 'full',
    summary: 'Get a contact property',
    answer: { object: 'ContactProperty' },
    commands: ['contact-properties get'],
  },
  updateContactProperty: {
    method: 'patch',
    path: '/contact-properties/:id',
    permission: 'full',
    summary: 'Update the fallback value of a contact property',
    example: { fallback_value: 'your team' },
    answer: { object: 'ContactProperty' },
    commands: ['contact-properties update'],
  },
  deleteContactProperty: {
    method: 'delete',
    path: '/contact-properties/:id',
    permission: 'full',
    summary: 'Delete a contact property and its values',
    answer: { object: 'DeletedContactProperty' },
    commands: ['contact-properties delete'],
  },
} as const satisfies Record<string, DescribedOperation>;
