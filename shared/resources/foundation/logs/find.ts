// Reads one log with its bodies, for its account.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { captureBody } from './capture.ts';
import { type Contents, withContents } from './contents.ts';
import type { LogRow } from './list.ts';

/** A log with its bodies. */
export interface FullLogRow extends LogRow {
  request_body: object | null;
  response_body: object | null;
}

type StoredRow = LogRow & {
  request_body: string | null;
  response_body: string | null;
  content_id: string | null;
  contents: Contents | null;
};

/**
 * Reads a log of an account.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
export async function requireLog(database: Queryable, accountId: string, id: string): Promise<FullLogRow> {
  const { rows } = await database.query<StoredRow>({
    name: 'find-log',
    text: `SELECT logs.*,
             (SELECT json_build_object('html', html, 'text', text) FROM email_contents
              WHERE email_contents.id = logs.content_id AND email_contents.account_id = logs.account_id) AS contents
           FROM logs WHERE id = $1 AND account_id = $2`,
    values: [id, accountId],
  });
  const [row] = rows;
  if (!row) throw notFound('Log');
  return { ...row, request_body: requestBodyOf(row), response_body: parse(row.response_body) };
}

/** The request body with its texts filled in, redacted and limited again. */
function requestBodyOf({ request_body, content_id, contents }: StoredRow): object | null {
  const body = parse(request_body);
  if (body === null || content_id === null) return body;
  return parse(captureBody(withContents(body, contents ?? undefined)));
}

function parse(json: string | null): Record<string, unknown> | null {
  return json === null ? null : JSON.parse(json);
}
