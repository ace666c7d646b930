// Receives one submitted message: reads its octets into memory or an upload, computes their digest, and passes it to
// the submitter, which answers after its commit. Each is a row of the request log of its account.
import { DomainError } from '../../shared/contract/domain-error.ts';
import { ERROR_STATUS } from '../../shared/contract/errors.ts';
import { addressKey } from '../../shared/mail/addresses.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { redactText } from '../../shared/platform/redaction/redact-text.ts';
import type { ByteBudget } from '../../shared/platform/sharing/byte-budget.ts';
import type { UploadStore } from '../../shared/platform/storage/upload-store.ts';
import { discardUploads } from '../../shared/platform/storage/uploads.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import type { AuthenticatedKey } from '../../shared/resources/foundation/api-keys/authenticate.ts';
import { captureBody } from '../../shared/resources/foundation/logs/capture.ts';
import { errorNameOf, SMTP_ENDPOINT } from '../../shared/resources/foundation/logs/log.ts';
import type { LogWriter } from '../../shared/resources/foundation/logs/writer.ts';
import type { ParsedMailbox } from '../../shared/resources/messaging/emails/email.ts';
import type { Submitter } from '../../shared/resources/messaging/submitting/submitter.ts';
import { MessageContent, tooMuchAtOnce } from '../content/message-content.ts';
import { readMessageContent } from '../content/read-message-content.ts';
import { ClientGoneError } from '../server/receive-content.ts';
import { Refusal } from '../server/reply.ts';
import type { SmtpPeer, SmtpTransaction } from '../server/service.ts';
import type { SubmissionCounters, SubmissionOutcome } from './metrics.ts';
import { replyToRefusal } from './reply-to-refusal.ts';

const USER_AGENT_MAX_LENGTH = 255;

/** The dependencies of receiving. */
export interface ReceiveSubmissionDeps extends Pick<SubmissionCounters, 'countMessage'> {
  submitter: Submitter;
  database: Database;
  uploads: UploadStore;
  /** The budget of bytes in memory. */
  budget: ByteBudget;
  requestLogs: LogWriter;
  clock: Clock;
  log: Logger;
}

/** The sender and the recipients. */
export interface SubmissionEnvelope {
  key: AuthenticatedKey;
  recipients: readonly ParsedMailbox[];
}

/** A message that arrives. */
interface ArrivingSubmission {
  pieces: AsyncIterable<Buffer>;
  /** Called when all of it has arrived. @throws Refusal when the key is no longer valid */
  findKeyAgain(): Promise<AuthenticatedKey>;
  deps: ReceiveSubmissionDeps;
}

/**
 * @returns the text of the reply
 * @throws Refusal, ClientGoneError, or the error of a store that did not store it
 */
export async function receiveSubmission(
  { peer, sender }: SmtpTransaction,
  envelope: SubmissionEnvelope,
  { pieces, findKeyAgain, deps }: ArrivingSubmission,
): Promise<string> {
  const { budget, database, uploads, submitter, countMessage } = deps;
  const part = budget.open(peer.network);
  const record = beginRecord(peer, envelope, deps);
  const content = new MessageContent(
    {
      openUpload: () => uploads.create(),
      discardUpload: (id) => discardUploads(database, [id]),
    },
    part,
  );
  let outcome: SubmissionOutcome = 'failed';
  try {
    const addresses = envelope.recipients.map(({ mailbox }) => addressKey(mailbox.address));
    const { digest } = await readMessageContent(pieces, content, { sender, addresses });
    const key = await findKeyAgain();
    const takeMemory = (bytes: number) => {
      if (!part.tryTake(bytes)) throw tooMuchAtOnce();
    };
    const id = await submitter.submit({ content: await content.end(), digest, takeMemory, ...envelope, key });
    outcome = 'accepted';
    record({ status: 200, answer: { id } });
    return `2.0.0 Queued as ${id}`;
  } catch (error) {
    if (error instanceof ClientGoneError) outcome = 'gone';
    else if (error instanceof Refusal) outcome = 'refused';
    if (!(error instanceof DomainError)) throw error;
    outcome = 'refused';
    const { name, message } = error;
    const statusCode = error.statusCode ?? ERROR_STATUS[name];
    record({ status: statusCode, answer: { statusCode, name, message } });
    throw replyToRefusal(error);
  } finally {
    part.release();
    countMessage(outcome);
    // An upload that is left is removed by retention.
    await content.discard().catch((error: unknown) => {
      deps.log.warn({ err: error, connection: peer.id }, 'an upload of submitted mail was not discarded');
    });
  }
}

/** @returns what writes the row of the request log */
function beginRecord(
  { id, helo }: SmtpPeer,
  { key }: SubmissionEnvelope,
  { requestLogs, clock }: ReceiveSubmissionDeps,
): (ended: { status: number; answer: object }) => void {
  const createdAt = clock.now();
  const startedAtMs = performance.now();
  return ({ status, answer }) =>
    requestLogs.add({
      accountId: key.accountId,
      apiKeyId: key.keyId,
      requestId: id,
      method: 'SMTP',
      endpoint: SMTP_ENDPOINT,
      userAgent: redactText(helo).slice(0, USER_AGENT_MAX_LENGTH),
      status,
      durationMs: Math.round(performance.now() - startedAtMs),
      createdAt,
      requestBody: null,
      responseBody: captureBody(answer),
      contentId: null,
      ignoredParameters: null,
      errorName: errorNameOf(status, answer),
    });
}
