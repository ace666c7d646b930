// The suspension of an account, as the account and sessions show it.
import * as field from '../shapes.ts';
import { SUSPENSION_CAUSES } from './values.ts';

export const SUSPENSION = {
  description:
    'The suspension of the account. Only requests that read or sign in are accepted, and pending work waits; null: it is not suspended',
  anyOf: [
    field.inner({
      cause: field.oneOf('`operator`, or `deletion`: the account will be deleted', SUSPENSION_CAUSES),
      reason: field.textOrNull('Reason from the operator; null: none'),
      since: field.time('When it was suspended'),
      deletes_at: field.timeOrNull(
        'When the deletion begins; until then it can be canceled. null: no deletion is planned',
      ),
    }),
    { type: 'null' },
  ],
} as const;
