// Accepts messages that programs submit by SMTP: parses them, decides whether each is ordinary mail or kept as it
// arrived, and passes it to the acceptor like the email of a request. A message that is sent again because the answer
// was lost is answered with the id of the first one (RFC 1047): found by its idempotency key, or with a Message-ID by
// all of its octets.
import { readMessageIds } from '../../../mail/header-fields.ts';
import type { MessageParser } from '../../../mail/parse/message-parser.ts';
import { UploadedFiles } from '../../../mail/parse/uploaded-files.ts';
import { type Controls, readControls } from '../../../mail/submitted/control-fields.ts';
import { findReasonToKeep, type SubmittedMessage } from '../../../mail/submitted/keeping.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { StoredContent, UploadStore } from '../../../platform/storage/upload-store.ts';
import { discardUploads } from '../../../platform/storage/uploads.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { AuthenticatedKey } from '../../foundation/api-keys/authenticate.ts';
import type { Reservation } from '../../foundation/idempotency/keys.ts';
import type { KeysInProgress } from '../../foundation/idempotency/keys-in-progress.ts';
import { runUnderKey } from '../../foundation/idempotency/run-under-key.ts';
import type { Acceptor } from '../emails/accept/accept.ts';
import type { Submission } from '../emails/accept/submission.ts';
import type { ParsedMailbox } from '../emails/email.ts';
import { keepMessage } from './keep-message.ts';
import { readSubmittedFrom, toSubmittedEmail, uselessFields } from './to-submitted-email.ts';

/** A message as it was submitted. */
export interface SubmittedMail {
  key: Pick<AuthenticatedKey, 'keyId' | 'accountId' | 'domainId'>;
  /** The recipients of the envelope. */
  recipients: readonly ParsedMailbox[];
  /** Its octets, or an upload of them, which the caller discards. */
  content: Buffer | StoredContent;
  /** SHA-256 of the envelope and the octets. */
  digest: Buffer;
  /** Reserves memory for reading it. @throws the refusal for the client when there is none */
  takeMemory(bytes: number): void;
}

/** Dependencies of submitting. */
export interface SubmitterDeps {
  database: Database;
  clock: Clock;
  ids: Ids;
  parser: MessageParser;
  uploads: UploadStore;
  keysInProgress: KeysInProgress;
  acceptor: Pick<Acceptor, 'submit'>;
  log: Pick<Logger, 'warn'>;
}

/** Takes submitted messages. */
export interface Submitter {
  /**
   * @returns the id of the email, once it is stored
   * @throws DomainError why it is refused
   */
  submit(mail: SubmittedMail): Promise<string>;
}

/** Creates the submitter of a process. */
export function createSubmitter(deps: SubmitterDeps): Submitter {
  return {
    async submit(mail) {
      const files = new UploadedFiles(deps);
      try {
        const message = await parse(mail, files, deps);
        const controls = readControls(message.structure.fields);
        const key = controls.idempotencyKey ?? (message.messageId === null ? null : repeatedKey(mail));
        return await runOnce(mail, key, deps, async (reservation) => {
          const own = await withOwnMessageId(message, mail, deps);
          return await accept(mail, { message: own, controls, reservation }, deps);
        });
      } finally {
        // An email has taken over what it needs.
        await removeRest(deps, () => files.keep([]));
      }
    },
  };
}

/** The message may be stored: then its answer must not depend on this. Retention removes the rest. */
async function removeRest({ log }: SubmitterDeps, remove: () => Promise<void>): Promise<void> {
  await remove().catch((error: unknown) =>
    log.warn({ err: error }, 'uploads of submitted mail were not removed'),
  );
}

/** No client writes such a key by accident. */
function repeatedKey({ digest }: SubmittedMail): string {
  return `smtp ${digest.toString('hex')}`;
}

async function parse(
  mail: SubmittedMail,
  files: UploadedFiles,
  deps: SubmitterDeps,
): Promise<SubmittedMessage> {
  const { content, key } = mail;
  const source = {
    size: Buffer.isBuffer(content) ? content.length : content.size,
    isAuthenticated: false,
    isDescribed: true,
    owner: key.accountId,
    chunks: () => octetsOf(content, deps),
  };
  const message = await deps.parser.parse(source, null, files);
  const { structure } = message;
  // The thread has ended before it had read the header: that is a fault of ours.
  if (!structure) throw new Error(`A submitted message was not read: ${message.parseError}`);
  mail.takeMemory(Buffer.byteLength(message.html ?? '') + Buffer.byteLength(message.text ?? ''));
  return { ...message, structure };
}

/**
 * Leaves out a Message-ID that has the id of another account's email, as a list has that sends mail on: complaints may name no
 * more of a mail than that, and would be taken for complaints about the other one.
 */
async function withOwnMessageId(
  message: SubmittedMessage,
  { key }: SubmittedMail,
  { database }: SubmitterDeps,
): Promise<SubmittedMessage> {
  const written = message.structure.fields.filter(({ name }) => name.toLowerCase() === 'message-id');
  const ids = written.flatMap(({ text }) => readMessageIds(text));
  if (ids.length === 0) return message;
  const { rows } = await database.query({
    name: 'find-emails-of-other-accounts',
    text: 'SELECT FROM emails WHERE id = ANY($1::uuid[]) AND account_id <> $2 LIMIT 1',
    values: [ids, key.accountId],
  });
  return rows.length > 0 ? { ...message, messageId: null } : message;
}

async function* octetsOf(
  content: Buffer | StoredContent,
  { uploads }: SubmitterDeps,
): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(content)) yield content;
  else yield* uploads.read(content);
}

/** At most once under a key; null: it has none. */
async function runOnce(
  { key: { accountId }, digest: fingerprint }: SubmittedMail,
  key: string | null,
  { database, keysInProgress, clock }: SubmitterDeps,
  run: (reservation: Reservation | undefined) => Promise<string>,
): Promise<string> {
  if (key === null) return await run(undefined);
  const deps = { database, keysInProgress, now: clock.now() };
  const outcome = await runUnderKey(deps, { accountId, key, fingerprint }, run);
  return 'result' in outcome ? outcome.result : JSON.parse(outcome.stored.body).id;
}

interface Acceptable {
  message: SubmittedMessage;
  controls: Controls;
  reservation: Reservation | undefined;
}

async function accept(mail: SubmittedMail, acceptable: Acceptable, deps: SubmitterDeps): Promise<string> {
  const { key } = mail;
  const { message, controls, reservation } = acceptable;
  const { acceptor, clock, ids, database, uploads } = deps;
  const writer = findReasonToKeep(message) ? uploads.create() : undefined;
  try {
    const header = { from: readSubmittedFrom(message).mailbox, useless: uselessFields(message) };
    const kept = writer && (await keepMessage(octetsOf(mail.content, deps), header, writer));
    const email = toSubmittedEmail({
      id: ids.next(),
      accountId: key.accountId,
      boundDomainId: key.domainId,
      recipients: mail.recipients,
      message,
      controls,
      kept,
      now: clock.now(),
    });
    const accepted = await acceptor.submit({
      accountId: key.accountId,
      emails: [email],
      by: { type: 'api_key', id: key.keyId },
      idempotency: reservation && finishing(reservation),
    });
    return accepted.ids[0] ?? '';
  } finally {
    if (writer) await removeRest(deps, () => discardUploads(database, [writer.id]));
  }
}

function finishing(reservation: Reservation): Submission['idempotency'] {
  return {
    reservation,
    answerOf: ({ ids: [id] }) => ({ statusCode: 200, body: JSON.stringify({ id }) }),
  };
}
