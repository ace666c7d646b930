// Events: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const EVENT_OPERATIONS = {
  sendEvent: {
    method: 'post',
    path: '/events/send',
    permission: 'full',
    uses: 'accepting',
    summary: 'Send an event about a contact, which may start automations',
    example: { event: 'order.paid', email: 'bo@customer.dev', payload: { order: 1042, total: 59.9 } },
    answer: { object: 'SentEvent' },
    status: 202,
    commands: ['events send'],
  },
  createEvent: {
    method: 'post',
    path: '/events',
    permission: 'full',
    summary: 'Define an event and the fields of its payload',
    example: { name: 'order.paid', schema: { order: 'number', total: 'number' } },
    answer: { object: 'Event' },
    status: 201,
    commands: ['events create'],
  },
  listEvents: {
    method: 'get',
    path: '/events',
    permission: 'full',
    summary: 'List the definitions of events',
    answer: { listOf: 'EventItem' },
    commands: ['events list'],
  },
  getEvent: {
    method: 'get',
    path: '/events/:id',
    permission: 'full',
    summary: 'Get the definition of an event, by its id or its name',
    answer: { object: 'Event' },
    commands: ['events get'],
  },
  updateEvent: {
    method: 'patch',
    path: '/events/:id',
    permission: 'full',
    summary: 'Replace the schema of an event',
    example: { schema: { order: 'number', total: 'number', paid_at: 'date' } },
    answer: { object: 'Event' },
    commands: ['events update'],
  },
  deleteEvent: {
    method: 'delete',
    path: '/events/:id',
    permission: 'full',
    summary: 'Delete the definition of an event',
    answer: { object: 'DeletedEvent' },
    commands: ['events delete'],
  },
  listContactEvents: {
    method: 'get',
    path: '/contacts/:id/events',
    permission: 'full',
    summary: 'List what came for a contact, and what it has started',
    answer: { listOf: 'ContactEventItem' },
    commands: ['contacts events'],
  },
} as const satisfies Record<string, DescribedOperation>;
