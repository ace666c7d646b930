// The tools that a model chooses among. A tool is data: a name, what it is for, and the operations that it calls; most are
// one operation of the API with its arguments side by side.
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../../../shared/contract/operations.ts';
import type { Arguments, CallOperation, Outcome } from '../operations/call.ts';
import type { Hints } from '../operations/catalogue.ts';
import type { SearchOperations } from '../operations/find.ts';
import { callNamed, describeOperation, findNamed } from './any-operation.ts';
import { callFlat } from './call-flat.ts';
import { explainDelivery, getEmailWithTrace, verifyWithCompliance } from './combined.ts';
import type { ArgumentsSchema } from './schema.ts';

/** A tool. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The operations that it calls; their rows provide its hints. None: it does not call the API. */
  operations: readonly OperationId[];
  /** Absent: the arguments of its only operation. */
  input?: ArgumentsSchema;
  /** Absent: it calls its only operation. */
  run?: (given: Arguments, call: CallOperation, search: SearchOperations) => Outcome | Promise<Outcome>;
  /** The hints that replace those of the rows. */
  hints?: Hints;
}

const text = (description: string) => ({ type: 'string', description }) as const;
const READS_ONLY: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Any operation may be called. */
const DOES_ANYTHING: Hints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'send_email',
    title: 'Send an email',
    description:
      'Sends an email to 1 to 50 recipients from a verified domain, now or at `scheduled_at`, and returns its id. ' +
      'If the call fails without a response, repeat it with the same `idempotency_key`: nothing is sent twice.',
    operations: ['sendEmail'],
    run: async (given, call) => {
      // Also given when the caller has none, so that the call can be repeated.
      const key = given['idempotency_key'] ?? randomUUID();
      const sent = await callFlat('sendEmail', { ...given, idempotency_key: key }, call);
      return { ...sent, answer: { ...(sent.answer as object), idempotency_key: key } };
    },
  },
  {
    name: 'get_email',
    title: 'Get an email with its trace',
    description:
      'Shows an email by its id: content, recipients, events, and its trace through logs, webhooks and suppressions.',
    operations: ['getEmail', 'traceEmail'],
    input: { type: 'object', properties: { id: text('Id of the email') }, required: ['id'] },
    run: getEmailWithTrace,
  },
  {
    name: 'list_emails',
    title: 'List emails',
    description: 'Lists emails, newest first, by status, sender, recipient, tag or text.',
    operations: ['listEmails'],
  },
  {
    name: 'explain_delivery',
    title: 'Explain why an address got no mail',
    description:
      'Shows why an address did or did not get mail: whether it is suppressed or unsubscribed, its ' +
      'topics and contacts, its history (emails, emails not sent and why, events, automation ' +
      'runs), and the newest refused requests.',
    operations: ['getPerson', 'listPersonTimeline', 'listLogs'],
    input: { type: 'object', properties: { address: text('The email address') }, required: ['address'] },
    run: explainDelivery,
  },
  {
    name: 'list_contacts',
    title: 'List contacts',
    description:
      'Lists contacts of the default audience or the members of a segment, and searches them by text.',
    operations: ['listContacts'],
  },
  {
    name: 'upsert_contact',
    title: 'Create or update a contact',
    description: 'Creates a contact, or updates the contact with this address.',
    operations: ['createContact'],
  },
  {
    name: 'list_domains',
    title: 'List domains',
    description: 'Lists the domains that the account sends from, with their status.',
    operations: ['listDomains'],
  },
  {
    name: 'check_domain',
    title: 'Check a domain',
    description:
      'Starts a check of the DNS records of a domain, and shows which were missing at the last check (`checked_at`) and what ' +
      'the rules of large mailbox providers require. A check takes seconds: call again until `checked_at` is newer.',
    operations: ['verifyDomain', 'getDomain', 'getDomainCompliance'],
    input: {
      type: 'object',
      properties: { domain: text('Id or name of the domain') },
      required: ['domain'],
    },
    run: verifyWithCompliance,
  },
  {
    name: 'send_event',
    title: 'Send an event',
    description: 'Sends an event about a contact, which can start automations.',
    operations: ['sendEvent'],
  },
  {
    name: 'list_templates',
    title: 'List templates',
    description: 'Lists the templates of the account.',
    operations: ['listTemplates'],
  },
  {
    name: 'preview_template',
    title: 'Preview a template',
    description: 'Renders a template with values for its variables. Nothing is sent.',
    operations: ['previewTemplate'],
  },
  {
    name: 'search_logs',
    title: 'Search the logs of requests',
    description:
      'Lists the requests that the account made, newest first, by status, path, time or text: for example ' +
      '`status: "4xx"` for those that were refused, and why.',
    operations: ['listLogs'],
  },
  {
    name: 'find_operation',
    title: 'Find an operation',
    description:
      'Finds API operations for a task described in everyday words, best match first, each with an example call. Use it for anything that no other tool does.',
    operations: [],
    input: { type: 'object', properties: { task: text('The task') }, required: ['task'] },
    run: findNamed,
    hints: READS_ONLY,
  },
  {
    name: 'describe_operation',
    title: 'Describe an operation',
    description: 'Shows the input and output of an operation as JSON Schema, and who can call it.',
    operations: [],
    input: {
      type: 'object',
      properties: { operation: text('Name of the operation, as find_operation shows it') },
      required: ['operation'],
    },
    run: describeOperation,
    hints: READS_ONLY,
  },
  {
    name: 'call_operation',
    title: 'Call an operation',
    description: 'Calls any API operation. Read its input with describe_operation first.',
    operations: [],
    input: {
      type: 'object',
      properties: {
        operation: text('Name of the operation, as find_operation shows it'),
        params: { type: 'object', description: 'Ids in the path' },
        query: { type: 'object', description: 'Query parameters' },
        headers: { type: 'object', description: 'Headers of the operation, such as `idempotency-key`' },
        body: { type: ['object', 'array'], description: 'The body' },
      },
      required: ['operation'],
    },
    run: callNamed,
    hints: DOES_ANYTHING,
  },
];
