// Lists the writes of people and operators, for GET /app/changes (../changes/change-mark.ts): each of their writes
// leaves an audit event with the name of its operation.
import { OPERATIONS } from '../../../contract/operations.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import type { ChangeLog } from '../change-mark.ts';

/** Verbs of operators change what an account may do, its people and keys, and its domains. */
const OF_OPERATORS = ['account', 'api-keys', 'domains', 'invitations', 'members', 'suppressions'];

const RESOURCES: ReadonlyMap<string, string> = new Map(
  Object.entries(OPERATIONS).map(([id, { path }]) => [id, path.split('/')[1] ?? '']),
);

export const AUDIT_EVENT_CHANGES: ChangeLog = {
  names: ['audit-events'],
  firstId: NIL_UUID,
  rows: (account, after, limit) => `
    SELECT id::text AS id, operation AS what
    FROM audit_events WHERE account_id = ANY(ARRAY[${account}]) AND id >= ${after}::uuid
    ORDER BY account_id DESC, audit_events.id DESC LIMIT ${limit}`,
  namesOf(operation) {
    const resource = RESOURCES.get(operation ?? '');
    return resource === undefined ? OF_OPERATORS : [resource];
  },
};
