// Which requests of programs have written something, for GET /app/changes (../change-mark.ts): what a program changes or
// deletes leaves a log with method and path, whatever the resource. Logs come about a tenth of a second after their request.
import type { ChangeLog } from '../change-mark.ts';

export const REQUEST_LOG_CHANGES: ChangeLog = {
  names: ['logs'],
  firstId: '0',
  // A refused request has written nothing; one that failed, or whose client disconnected, may have.
  rows: (account, after, limit) => `
    SELECT id::text AS id,
           CASE WHEN method <> 'GET' AND (response_status < 400 OR response_status >= 499)
                THEN split_part(endpoint, '/', 2) END AS what
    FROM logs WHERE account_id = ANY(ARRAY[${account}]) AND id >= ${after}::bigint
    ORDER BY account_id DESC, logs.id DESC LIMIT ${limit}`,
  namesOf: (resource) => (resource === null ? [] : [resource]),
};
