// Suppressions: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. The paths of the batches are those of Resend's SDK. */
export const SUPPRESSION_OPERATIONS = {
  createSuppression: {
    method: 'post',
    path: '/suppressions',
    permission: 'full',
    refuses: ['missing_required_field'],
    summary: 'Add an address to the suppression list (status 200 if it was already there)',
    example: { email: 'bo@customer.dev' },
    answer: { object: 'Suppression' },
    status: [201, 200],
    commands: ['suppressions add'],
  },
  listSuppressions: {
    method: 'get',
    path: '/suppressions',
    permission: 'full',
    uses: 'streaming',
    summary: 'List the suppressed addresses, or get all of them as a file with `Accept: text/csv`',
    answer: { listOf: 'SuppressionItem', orContent: 'text/csv' },
    commands: ['suppressions list'],
  },
  getSuppression: {
    method: 'get',
    path: '/suppressions/:id',
    permission: 'full',
    summary: 'Get a suppression list entry by its id or address',
    answer: { object: 'Suppression' },
    commands: ['suppressions get'],
  },
  deleteSuppression: {
    method: 'delete',
    path: '/suppressions/:id',
    permission: 'full',
    summary: 'Remove an address from the suppression list, so that it can be sent to again',
    answer: { object: 'DeletedSuppression' },
    commands: ['suppressions delete'],
  },
  addSuppressions: {
    method: 'post',
    path: '/suppressions/batch/add',
    permission: 'full',
    refuses: ['missing_required_field'],
    summary: 'Add up to 1,000 addresses to the suppression list',
    example: { emails: ['bo@customer.dev', 'cy@customer.dev'] },
    answer: { object: 'AddedSuppressions' },
    commands: ['suppressions batch add'],
  },
  removeSuppressions: {
    method: 'post',
    path: '/suppressions/batch/remove',
    permission: 'full',
    summary: 'Remove up to 1,000 addresses from the suppression list',
    example: { emails: ['bo@customer.dev', 'cy@customer.dev'] },
    answer: { object: 'RemovedSuppressions' },
    commands: ['suppressions batch remove'],
  },
} as const satisfies Record<string, DescribedOperation>;
