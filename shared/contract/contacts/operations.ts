// Contacts: their operations, as rows of the operations table (shared/contract/operations.ts).
import { CONTACT_BATCH_BODY_MAX_BYTES } from '../limits.ts';
import type { DescribedOperation } from '../operation.ts';

const EXAMPLE = { email: 'bo@customer.dev', first_name: 'Bo', last_name: 'Smith' } as const;

const ROWS = {
  create: {
    method: 'post',
    permission: 'full',
    uses: 'contacts',
    example: EXAMPLE,
    answer: { object: 'Contact' },
    status: [201, 200],
  },
  list: { method: 'get', permission: 'full', answer: { listOf: 'ContactItem' } },
  get: { method: 'get', permission: 'full', answer: { object: 'Contact' } },
  update: {
    method: 'patch',
    permission: 'full',
    uses: 'contacts',
    example: { first_name: 'Bo', unsubscribed: true },
    answer: { object: 'Contact' },
  },
  delete: {
    method: 'delete',
    permission: 'full',
    uses: 'contacts',
    answer: { object: 'DeletedContact' },
    status: [200, 202],
  },
} as const;

/** Operation id → endpoint. */
export const CONTACT_OPERATIONS = {
  createContact: {
    ...ROWS.create,
    path: '/contacts',
    refuses: ['missing_required_field', 'not_found', 'contact_limit_reached'],
    summary: 'Create a contact, or update it (status 200)',
    commands: ['contacts create'],
  },
  batchContacts: {
    method: 'post',
    path: '/contacts/batch',
    permission: 'full',
    uses: 'contacts',
    bodyMaxBytes: CONTACT_BATCH_BODY_MAX_BYTES,
    refuses: ['missing_required_field', 'not_found', 'contact_limit_reached'],
    summary: 'Create or update up to 1,000 contacts',
    example: { contacts: [EXAMPLE, { email: 'cy@customer.dev' }], on_conflict: 'update' },
    answer: { object: 'ContactBatch' },
    commands: ['contacts batch'],
  },
  listContacts: {
    ...ROWS.list,
    path: '/contacts',
    refuses: ['not_found', 'contacts_timeout'],
    summary: 'List the contacts of the default audience, or the members of a segment',
    commands: ['contacts list'],
  },
  getContact: {
    ...ROWS.get,
    path: '/contacts/:id',
    summary: 'Get a contact, by its id or its address',
    commands: ['contacts get'],
  },
  updateContact: {
    ...ROWS.update,
    path: '/contacts/:id',
    summary: 'Update a contact, or change its unsubscribe state',
    commands: ['contacts update'],
  },
  deleteContact: {
    ...ROWS.delete,
    path: '/contacts/:id',
    summary: 'Delete a contact, or erase the person (status 202)',
    commands: ['contacts delete'],
  },
  listContactSegments: {
    method: 'get',
    path: '/contacts/:id/segments',
    permission: 'full',
    summary: 'List the segments that a contact is in',
    answer: { listOf: 'ContactSegmentItem' },
    commands: ['contacts segments'],
  },
  addContactToSegment: {
    method: 'post',
    path: '/contacts/:id/segments/:segmentId',
    permission: 'full',
    uses: 'contacts',
    summary: 'Add a contact to a segment',
    answer: { object: 'ContactSegment' },
    commands: ['contacts add-segment'],
  },
  removeContactFromSegment: {
    method: 'delete',
    path: '/contacts/:id/segments/:segmentId',
    permission: 'full',
    uses: 'contacts',
    summary: 'Remove a contact from a segment',
    answer: { object: 'DeletedContactSegment' },
    commands: ['contacts remove-segment'],
  },
  listContactTopics: {
    method: 'get',
    path: '/contacts/:id/topics',
    permission: 'full',
    summary: 'List the topics with the subscriptions of a contact',
    answer: { listOf: 'ContactTopicItem' },
    commands: ['contacts topics'],
  },
  updateContactTopics: {
    method: 'patch',
    path: '/contacts/:id/topics',
    permission: 'full',
    uses: 'contacts',
    refuses: ['missing_required_field'],
    summary: 'Update the topic subscriptions of a contact',
    example: { topics: [{ id: '01936d3e-5b7a-7c3d-9f21-0123456789ab', subscription: 'opt_in' }] },
    answer: { object: 'ContactTopics' },
    commands: ['contacts update-topics'],
  },
  createAudienceContact: {
    ...ROWS.create,
    path: '/audiences/:id/contacts',
    refuses: ['missing_required_field', 'contact_limit_reached'],
    summary: 'Create a contact in an audience, or update it (status 200)',
    commands: ['audiences contacts create'],
  },
  listAudienceContacts: {
    ...ROWS.list,
    path: '/audiences/:id/contacts',
    refuses: ['contacts_timeout'],
    summary: 'List the contacts of an audience',
    commands: ['audiences contacts list'],
  },
  getAudienceContact: {
    ...ROWS.get,
    path: '/audiences/:id/contacts/:contactId',
    summary: 'Get a contact of an audience, by its id or its address',
    commands: ['audiences contacts get'],
  },
  updateAudienceContact: {
    ...ROWS.update,
    path: '/audiences/:id/contacts/:contactId',
    summary: 'Update a contact of an audience',
    commands: ['audiences contacts update'],
  },
  deleteAudienceContact: {
    ...ROWS.delete,
    path: '/audiences/:id/contacts/:contactId',
    summary: 'Delete a contact of an audience, or erase the person (status 202)',
    commands: ['audiences contacts delete'],
  },
  listSegmentContacts: {
    ...ROWS.list,
    path: '/segments/:id/contacts',
    refuses: ['contacts_timeout'],
    summary: 'List the members of a segment, or the contacts of an audience',
    commands: ['segments contacts'],
  },
} as const satisfies Record<string, DescribedOperation>;
