// Segments: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. That of the contacts of a segment is in shared/contract/contacts/. */
export const SEGMENT_OPERATIONS = {
  createSegment: {
    method: 'post',
    path: '/segments',
    permission: 'full',
    summary: 'Create a segment of an audience',
    example: { name: 'Beta testers' },
    answer: { object: 'Segment' },
    status: 201,
    commands: ['segments create'],
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
    summary: 'Get a segment',
    answer: { object: 'Segment' },
    commands: ['segments get'],
  },
  updateSegment: {
    method: 'patch',
    path: '/segments/:id',
    permission: 'full',
    summary: 'Rename a segment',
    example: { name: 'Early users' },
    answer: { object: 'Segment' },
    commands: ['segments update'],
  },
  deleteSegment: {
    method: 'delete',
    path: '/segments/:id',
    permission: 'full',
    summary: 'Delete a segment; its contacts stay in the audience',
    answer: { object: 'DeletedSegment' },
    commands: ['segments delete'],
  },
} as const satisfies Record<string, DescribedOperation>;
