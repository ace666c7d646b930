// Segments: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. That of the contacts of a segment is in shared/contract/contacts/. */
export const SEGMENT_OPERATIONS = {
  createSegment: {
    method: 'post',
    path: '/segments',
    permission: 'full',
    refuses: ['missing_required_field', 'not_found'],
    summary: 'Create a segment, static or with a filter',
    example: { name: 'Beta testers' },
    answer: { object: 'Segment' },
    status: 201,
    commands: ['segments create'],
  },
  previewSegment: {
    method: 'post',
    path: '/segments/preview',
    permission: 'full',
    isRead: true,
    refuses: ['missing_required_field', 'not_found', 'contacts_timeout'],
    summary: 'Count the contacts that match a filter, and show the newest 10',
    example: { filter: { field: 'contact.email', operator: 'ends_with', value: '@customer.dev' } },
    answer: { object: 'SegmentPreview' },
    commands: ['segments preview'],
  },
  listSegments: {
    method: 'get',
    path: '/segments',
    permission: 'full',
    summary: 'List segments',
    answer: { listOf: 'SegmentItem' },
    commands: ['segments list'],
  },
  getSegment: {
    method: 'get',
    path: '/segments/:id',
    permission: 'full',
    summary: 'Get a segment, and count its contacts',
    answer: { object: 'Segment' },
    commands: ['segments get'],
  },
  updateSegment: {
    method: 'patch',
    path: '/segments/:id',
    permission: 'full',
    summary: 'Rename a segment, or replace its filter',
    example: { name: 'Early users' },
    answer: { object: 'Segment' },
    commands: ['segments update'],
  },
  deleteSegment: {
    method: 'delete',
    path: '/segments/:id',
    permission: 'full',
    refuses: ['contacts_busy'],
    summary: 'Delete a segment; its contacts remain in the audience',
    answer: { object: 'DeletedSegment' },
    commands: ['segments delete'],
  },
} as const satisfies Record<string, DescribedOperation>;
