// The table of operations: one row for each endpoint. Routers, permissions, the API description and the CLI
// read it, so an endpoint cannot exist in one of them only. What a row takes is said by joi schemas
// (api/openapi/inputs.ts), what it answers by objects.ts.

import { SEND_BODY_MAX_BYTES } from './limits.ts';
import type { DescribedOperation } from './operation.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

/** Operation id → endpoint. */
export const OPERATIONS = {
  sendEmail: {
    method: 'post',
    path: '/emails',
    permission: 'send',
    uses: 'accepting',
    bodyMaxBytes: SEND_BODY_MAX_BYTES,
    summary: 'Send an email',
    example: {
      from: 'Ana <ana@acme.dev>',
      to: ['bo@customer.dev'],
      subject: 'Hello',
      html: '<p>Hello, Bo</p>',
      tags: [{ name: 'kind', value: 'welcome' }],
    },
    answer: { object: 'AcceptedEmail' },
    commands: ['emails send'],
  },
  sendBatch: {
    method: 'post',
    path: '/emails/batch',
    permission: 'send',
    uses: 'accepting',
    bodyMaxBytes: SEND_BODY_MAX_BYTES,
    summary: 'Send up to 100 emails at once',
    example: [
      { from: 'Ana <ana@acme.dev>', to: ['bo@customer.dev'], subject: 'Hello', text: 'Hello, Bo' },
      { from: 'Ana <ana@acme.dev>', to: ['cy@customer.dev'], subject: 'Hello', text: 'Hello, Cy' },
    ],
    answer: { object: 'AcceptedBatch' },
    commands: ['emails batch'],
  },
  listEmails: {
    method: 'get',
    path: '/emails',
    permission: 'full',
    summary: 'List emails',
    answer: { listOf: 'EmailItem' },
    commands: ['emails list'],
  },
  listEmailSources: {
    method: 'get',
    path: '/emails/sources',
    permission: 'full',
    summary: 'List where emails came from',
    answer: { listOf: 'EmailSource', isWhole: true },
    commands: ['emails sources'],
  },
  getEmailMetrics: {
    method: 'get',
    path: '/emails/metrics',
    permission: 'full',
    summary: 'Count what became of emails over a time',
    answer: { object: 'EmailMetrics' },
    commands: ['emails metrics'],
  },
  shareEmail: {
    method: 'post',
    path: '/emails/:id/share',
    permission: 'full',
    summary: 'Share an email by a link',
    example: { expires_in: '2 hours' },
    answer: { object: 'SharedEmail' },
    commands: ['emails share'],
  },
  getEmail: {
    method: 'get',
    path: '/emails/:id',
    permission: 'full',
    summary: 'Get an email with its events',
    answer: { object: 'Email' },
    commands: ['emails get'],
  },
  updateEmail: {
    method: 'patch',
    path: '/emails/:id',
    permission: 'full',
    summary: 'Reschedule an email that waits for its time',
    example: { scheduled_at: 'in 1 hour' },
    answer: { object: 'ScheduledEmail' },
    commands: ['emails update'],
  },
  cancelEmail: {
    method: 'post',
    path: '/emails/:id/cancel',
    permission: 'full',
    summary: 'Cancel an email that waits for its time',
    answer: { object: 'ScheduledEmail' },
    commands: ['emails cancel'],
  },
  listEmailAttachments: {
    method: 'get',
    path: '/emails/:id/attachments',
    permission: 'full',
    summary: 'List the attachments of an email; without `limit` all of them',
    answer: { listOf: 'AttachmentItem' },
    commands: ['emails attachments'],
  },
  getEmailAttachment: {
    method: 'get',
    path: '/emails/:id/attachments/:attachmentId',
    permission: 'full',
    summary: 'Get an attachment of an email with a link to download it',
    answer: { object: 'Attachment' },
    commands: ['emails attachment'],
  },
  listApiKeys: {
    method: 'get',
    path: '/api-keys',
    permission: 'full',
    summary: 'List API keys',
    answer: { listOf: 'ApiKeyItem' },
    commands: ['api-keys list'],
  },
  createApiKey: {
    method: 'post',
    path: '/api-keys',
    permission: 'dashboard',
    summary: 'Create an API key',
  },
  updateApiKey: {
    method: 'patch',
    path: '/api-keys/:id',
    permission: 'dashboard',
    summary: 'Change an API key',
  },
  deleteApiKey: {
    method: 'delete',
    path: '/api-keys/:id',
    permission: 'dashboard',
    summary: 'Revoke an API key',
  },
  listDomains: {
    method: 'get',
    path: '/domains',
    permission: 'full',
    summary: 'List domains',
    answer: { listOf: 'DomainItem' },
    commands: ['domains list'],
  },
  ...WEBHOOK_OPERATIONS,
  listLogs: {
    method: 'get',
    path: '/logs',
    permission: 'full',
    summary: 'List the requests that were made with API keys',
    answer: { listOf: 'LogItem' },
    commands: ['logs list'],
  },
  getLog: {
    method: 'get',
    path: '/logs/:id',
    permission: 'full',
    summary: 'Get a request with its body and its answer',
    answer: { object: 'Log' },
    commands: ['logs get'],
  },
} as const satisfies Record<string, DescribedOperation>;

/** Id of an operation. */
export type OperationId = keyof typeof OPERATIONS;
