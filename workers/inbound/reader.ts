// The reader of a process; it outlives single jobs. Claimed messages are parsed and authenticated at the same time, as far
// as the parser has room, and the results are recorded in groups. Files of a message are written while it is parsed, as
// uploads that the record takes over; those of a message that was not recorded are removed.

import { setMaxListeners } from 'node:events';
import { createMessageParser, type MessageParser } from '../../shared/mail/parse/message-parser.ts';
import type { ParsedMessage } from '../../shared/mail/parse/parsed-message.ts';
import { UploadedFiles } from '../../shared/mail/parse/uploaded-files.ts';
import { createUploadStore, type UploadStore } from '../../shared/platform/storage/upload-store.ts';
import { discardUploads } from '../../shared/platform/storage/uploads.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { RECEIVED_CHUNKS } from '../../shared/resources/messaging/receiving/chunks.ts';
import { type ClaimedInbound, loadInbound } from '../../shared/resources/messaging/receiving/reading/load.ts';
import { recordReceived } from '../../shared/resources/messaging/receiving/reading/record.ts';
import type { ReadEmail } from '../../shared/resources/messaging/receiving/received-email.ts';
import { DEATHS_MAX, receivingWork } from '../../shared/resources/messaging/receiving/work.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { createRecorder, type Recorder } from '../runtime/outcomes/recorder.ts';
import { createReportReader, type ReportReader } from './report-reader.ts';

/** Messages that are recorded per transaction. */
const GROUP_MAX = 50;

/** Reads received messages. */
export interface Reader {
  /** Reads claimed messages and ends their claims. @throws the first failure, after all others are recorded */
  read(claims: readonly Claim[]): Promise<void>;
  /** Graceful shutdown: messages that are not parsed yet are released, the others are recorded. */
  drain(): Promise<void>;
}

interface ReaderParts {
  deps: WorkerDeps;
  parser: MessageParser;
  uploads: UploadStore;
  recorder: Recorder<ReadEmail>;
  reports: ReportReader;
  stopping: AbortController;
}

/** Creates the reader of a process. */
export function createReader(deps: WorkerDeps): Reader {
  const { database, ids, dns, log } = deps;
  const parser = createMessageParser({ dns, logger: log });
  const reading: ReaderParts = {
    deps,
    parser,
    uploads: createUploadStore({ database, ids, table: RECEIVED_CHUNKS }),
    recorder: createRecorder<ReadEmail>({
      write: (emails) => record(deps, emails),
      describe: ({ id }) => ({ received: id }),
      groupMax: GROUP_MAX,
      log,
    }),
    reports: createReportReader(deps, parser, onCommitSent(deps)),
    stopping: new AbortController(),
  };
  // Each message that is read listens to it.
  setMaxListeners(0, reading.stopping.signal);
  return {
    async read(claims) {
      deps.passCrashPoint('receive-claimed');
      const arrivals = await loadInbound(database, claims);
      const results = await Promise.allSettled(arrivals.map((arrival) => readOne(reading, arrival)));
      const failure = results.find((result) => result.status === 'rejected');
      if (failure) throw failure.reason;
    },
    async drain() {
      reading.stopping.abort();
      reading.recorder.stop();
      reading.reports.stop();
      await reading.parser.close();
    },
  };
}

async function readOne(
  { deps, parser, uploads, recorder, reports, stopping }: ReaderParts,
  arrival: ClaimedInbound,
): Promise<void> {
  const { client, raw, base64, workerDeaths, purpose, ...email } = arrival;
  const files = new UploadedFiles({ ...deps, uploads, table: RECEIVED_CHUNKS });
  try {
    if (stopping.signal.aborted) return await release(deps, arrival);
    const chunks = () => (base64 === null ? uploads.read(raw) : decode(base64));
    const source = { size: raw.size, owner: arrival.accountId, chunks };
    const isReadable = workerDeaths < DEATHS_MAX;
    const reading = { arrival, source, signal: stopping.signal };
    if (purpose !== null) return await reports.read(reading, isReadable);
    const message = isReadable ? await parser.parse(source, client, files, stopping.signal) : UNREADABLE;
    if (await reports.takeComplaint(reading, message)) return await files.keep([]);
    await files.keep(message.attachments.map(({ fileId }) => fileId));
    await recorder.record({ ...email, mailFrom: client.mailFrom, size: raw.size, message });
  } catch (error) {
    await files.keep([]);
    if (stopping.signal.aborted) return await release(deps, arrival);
    // Deleted while it was read, with the bytes.
    const [held] = await loadInbound(deps.database, [arrival]);
    if (held) throw error;
  }
}

/** Decoded each time, since the parser moves the bytes to its thread. */
// biome-ignore lint/suspicious/useAwait: callers take chunks as they come
async function* decode(base64: string): AsyncGenerator<Buffer> {
  yield Buffer.from(base64, 'base64');
}

/** Due again at once, for another process. */
async function release({ database, clock }: WorkerDeps, { id, token }: ClaimedInbound): Promise<void> {
  await receivingWork.table.release(database, [{ id, token, nextAttemptAt: clock.now() }]);
}

const onCommitSent =
  ({ passCrashPoint }: WorkerDeps) =>
  () =>
    passCrashPoint('receive-record-sent');

async function record(deps: WorkerDeps, emails: readonly ReadEmail[]): Promise<void> {
  const now = deps.clock.now();
  const recorded = await recordReceived({ ...deps, onCommitSent: onCommitSent(deps) }, emails, now);
  // These emails were deleted, read by another worker, or recorded before the answer to COMMIT was lost: their files
  // are not uploads.
  const others = emails.filter(({ id }) => !recorded.has(id));
  const files = others.flatMap(({ message }) => message.attachments.map(({ fileId }) => fileId));
  await discardUploads(deps.database, files, RECEIVED_CHUNKS);
}

/** A message that has ended several workers. Its bytes can still be read. */
const UNREADABLE: ParsedMessage = {
  headers: [],
  from: [],
  to: [],
  cc: [],
  bcc: [],
  replyTo: [],
  references: [],
  attachments: [],
  fromAddress: null,
  subject: null,
  date: null,
  messageId: null,
  inReplyTo: null,
  html: null,
  text: null,
  authentication: { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none' },
  authenticated: false,
  charsetGuessed: false,
  parseError: `The message was not parsed, because it crashed ${DEATHS_MAX} processes.`,
};
