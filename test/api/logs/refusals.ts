// What logs refuse (docs/reference/logs.md#get-logs).
import { each, type Refusal } from '../refusal.ts';

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects an invalid filter of logs with validation_error 422.',
    operation: 'listLogs',
    queries: [
      ...each('method', 'post', 'FETCH'),
      ...each('status', '4', '600', '4XX', 'ok'),
      ...each('error_name', 'Not_Found', 'unknown'),
      ...each('endpoint', ''),
      ...each('q', '', 'x'.repeat(201)),
      ...each('since', 'whenever', '2026-02-30', '1969-12-31'),
      ...each('until', '', '9999-01-01'),
    ],
  },
];
