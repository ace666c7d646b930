// Factories of request logs.
import type { Pool } from 'pg';
import { errorNameOf } from '../../../shared/resources/foundation/logs/log.ts';
import { factoryIds as ids } from './factory-ids.ts';

/** Fields of a request log that a test may set. */
export interface LogFields {
  apiKeyId?: string;
  requestId?: string;
  method?: string;
  endpoint?: string;
  status?: number;
  userAgent?: string;
  requestBody?: object | null;
  responseBody?: object | null;
  createdAt?: Date;
}

/** Inserts the log of a request. */
export async function createLog(pool: Pool, accountId: string, fields: LogFields = {}) {
  const { requestBody = null, responseBody = null, createdAt = new Date() } = fields;
  const { method = 'POST', endpoint = '/emails', status = 200, userAgent = 'factory/1.0' } = fields;
  const apiKeyId = fields.apiKeyId ?? ids.next();
  const requestId = fields.requestId ?? ids.next();
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO logs (id, account_id, api_key_id, request_id, method, endpoint, response_status, duration_ms,
                       user_agent, request_body, response_body, created_at, error_name)
     VALUES ($1::bigint * 1048576 + nextval('log_counter'), $2, $3, $4, $5, $6, $7, 12, $8, $9, $10, $11, $12)
     RETURNING id`,
    [
      createdAt.getTime(),
      accountId,
      apiKeyId,
      requestId,
      method,
      endpoint,
      status,
      userAgent,
      requestBody && JSON.stringify(requestBody),
      responseBody && JSON.stringify(responseBody),
      createdAt,
      errorNameOf(status, responseBody),
    ],
  );
  return { id: rows[0]?.id ?? '', accountId, apiKeyId, requestId, createdAt };
}
