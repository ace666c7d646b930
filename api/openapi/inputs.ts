// Which joi schema checks what an operation takes: the API description is generated from the schemas that the
// handlers use, so it cannot say anything else than they do.
import type Joi from 'joi';
import type { OperationId } from '../../shared/contract/operations.ts';
import { idempotencyHeader } from '../idempotency.ts';
import { listApiKeysQuery } from '../resources/api-keys/input.ts';
import { listDomainsQuery } from '../resources/domains/input.ts';
import { listAttachmentsQuery } from '../resources/emails/attachments/input.ts';
import { batchHeaders, batchInput } from '../resources/emails/batch/input.ts';
import { listEmailsQuery, sendEmailInput, updateEmailInput } from '../resources/emails/input.ts';
import { emailMetricsQuery } from '../resources/emails/metrics/input.ts';
import { shareEmailInput } from '../resources/emails/share/router.ts';
import { listLogsQuery } from '../resources/logs/input.ts';
import {
  createWebhookInput,
  listWebhookAttemptsQuery,
  listWebhookEventsQuery,
  listWebhooksQuery,
  replayWebhookInput,
  testWebhookInput,
  updateWebhookInput,
} from '../resources/webhooks/input.ts';

/** What an operation takes beside the ids in its path. */
export interface OperationInput {
  query?: Joi.ObjectSchema;
  headers?: Joi.ObjectSchema;
  body?: Joi.Schema;
}

/** Operation id → its schemas; an operation that is absent takes nothing. */
export const INPUTS: Readonly<Partial<Record<OperationId, OperationInput>>> = {
  sendEmail: { headers: idempotencyHeader, body: sendEmailInput },
  sendBatch: { headers: batchHeaders, body: batchInput },
  listEmailAttachments: { query: listAttachmentsQuery },
  getEmailMetrics: { query: emailMetricsQuery },
  listEmails: { query: listEmailsQuery },
  updateEmail: { body: updateEmailInput },
  shareEmail: { body: shareEmailInput },
  listApiKeys: { query: listApiKeysQuery },
  listDomains: { query: listDomainsQuery },
  createWebhook: { body: createWebhookInput },
  listWebhooks: { query: listWebhooksQuery },
  updateWebhook: { body: updateWebhookInput },
  testWebhook: { body: testWebhookInput },
  replayWebhook: { body: replayWebhookInput },
  listWebhookEvents: { query: listWebhookEventsQuery },
  listWebhookAttempts: { query: listWebhookAttemptsQuery },
  listLogs: { query: listLogsQuery },
};
