// The suspension of an account, as the account and sessions show it.
import * as field from '../shapes.ts';
import { SUSPENSION_CAUSES } from './values.ts';

export const SUSPENSION = {
  description:
    'The suspension of the account: it can be read, all other requests but those about a sign-in are refused, and its work waits; null: it is not suspended',
  anyOf: [
    field.inner({
      cause: field.oneOf('`operator`, or `deletion`: it is to be deleted', SUSPENSION_CAUSES),
      reason: field.textOrNull('What the operator says; null: nothing'),
      since: field.time('When it was suspended'),
      deletes_at: field.timeOrNull(
        'When its deletion begins, until which it can be taken back; null: it is not to be deleted',
      ),
    }),
    { type: 'null' },
  ],
} as const;
