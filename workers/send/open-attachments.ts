// Makes the attachments of an email readable. Stored files are readable already; a hosted file (`path`) is fetched now,
// once, and stored, so that every recipient and every retry gets the same file. If it cannot be fetched, the email
// fails (docs/reference/attachments.md#hosted-files).
import { setTimeout as delay } from 'node:timers/promises';
import { ATTACHMENT_MAX_BYTES, ATTACHMENTS_MAX_BYTES } from '../../shared/contract/limits.ts';
import { findLineEncoding, isAttachedMessage } from '../../shared/mail/attached-message.ts';
import type { MessageAttachment } from '../../shared/mail/attachment-part.ts';
import { parseUrl } from '../../shared/platform/addresses/parse-url.ts';
import type { Config } from '../../shared/platform/config/config.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import { createHostResolver } from '../../shared/platform/net/dns/host-resolver.ts';
import {
  createGuardedFetch,
  type GuardedAnswer,
  type GuardedFetch,
} from '../../shared/platform/net/guarded-fetch.ts';
import { GuardedFetchError } from '../../shared/platform/net/guarded-fetch-error.ts';
import { hostOf } from '../../shared/platform/net/guarded-url.ts';
import {
  createUploadStore,
  type StoredContent,
  type UploadStore,
} from '../../shared/platform/storage/upload-store.ts';
import { discardUploads } from '../../shared/platform/storage/uploads.ts';
import type { Ids } from '../../shared/platform/time/ids.ts';
import type { StoredAttachment } from '../../shared/resources/messaging/emails/attachments/attachment.ts';
import { recordFetched } from '../../shared/resources/messaging/emails/attachments/record-fetched.ts';
import { SEND_TIMES, type SendTimes } from '../runtime/send-times.ts';

/** Pause before a retry: a server that restarts is often back soon. */
const TRY_AGAIN_AFTER_MS = 500;
const TRIES = 3;
const REDIRECTS_MAX = 3;
const CONNECTIONS_PER_ORIGIN = 4;
/** Statuses after which a retry may help. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const PASSING_FAILURES: ReadonlySet<string> = new Set(['unresolvable', 'unreachable', 'invalid_answer']);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A hosted attachment cannot be fetched; the message is shown to the sender of the email. */
export class AttachmentUnreachableError extends Error {
  override readonly name = 'AttachmentUnreachableError';
}

/** The dependencies of opening attachments. */
export interface OpenAttachmentsDeps {
  config: Pick<Config, 'outboundReach' | 'dnsServers'>;
  database: Database;
  ids: Ids;
  sendTimes?: SendTimes;
}

/** Opens attachments. */
export interface AttachmentOpener {
  /** @throws AttachmentUnreachableError */
  open(attachments: readonly StoredAttachment[]): Promise<MessageAttachment[]>;
  /** Reads any stored content. */
  read: UploadStore['read'];
  close(): Promise<void>;
}

interface Fetching {
  fetcher: GuardedFetch;
  store: UploadStore;
  database: Database;
  timeoutMs: number;
}

/** Creates the opener of a process. */
export function createAttachmentOpener({
  config,
  database,
  ids,
  sendTimes = SEND_TIMES,
}: OpenAttachmentsDeps): AttachmentOpener {
  const store = createUploadStore({ database, ids });
  const fetcher = createGuardedFetch({
    reach: config.outboundReach,
    resolver: createHostResolver(config.dnsServers),
    connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
  });
  const fetching: Fetching = { fetcher, store, database, timeoutMs: sendTimes.fetchMs };
  return {
    async open(attachments) {
      const opened: MessageAttachment[] = [];
      for (const attachment of attachments) {
        const content = attachment.content ?? (await fetchContent(attachment, fetching));
        const read = () => store.read(content);
        const asLines = isAttachedMessage(attachment.contentType)
          ? await findLineEncoding(read())
          : undefined;
        opened.push({ ...attachment, size: content.size, asLines, read });
      }
      const size = opened.reduce((sum, attachment) => sum + attachment.size, 0);
      if (size > ATTACHMENTS_MAX_BYTES) {
        throw new AttachmentUnreachableError('The attachments are larger than 40 MB together.');
      }
      return opened;
    },
    read: store.read,
    close: () => fetcher.close(),
  };
}

async function fetchContent(attachment: StoredAttachment, fetching: Fetching): Promise<StoredContent> {
  try {
    const content = await fetchAndStore(attachment.path ?? '', fetching);
    return await recordFetched(fetching.database, attachment.id, content);
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    const { message } = error;
    throw new AttachmentUnreachableError(
      `The attachment \`${attachment.filename}\` could not be fetched: ${message}`,
      { cause: error },
    );
  }
}

async function fetchAndStore(url: string, fetching: Fetching): Promise<StoredContent> {
  const deadline = performance.now() + fetching.timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOnce(url, fetching, deadline);
    } catch (error) {
      const mayPass = error instanceof GuardedFetchError && PASSING_FAILURES.has(error.reason);
      const isLate = performance.now() + TRY_AGAIN_AFTER_MS > deadline;
      if (!mayPass || isLate || attempt === TRIES) throw error;
    }
    await delay(TRY_AGAIN_AFTER_MS);
  }
}

/** Fetches once, into a new content for each attempt: a partial file is discarded. */
async function tryOnce(url: string, { fetcher, store, database }: Fetching, deadline: number) {
  const writer = store.create();
  let writing = Promise.resolve();
  const onPiece = (piece: Buffer) => {
    writing = writer.write(piece);
    return writing;
  };
  try {
    await followRedirects(fetcher, url, { onPiece, deadline });
    return await writer.end();
  } catch (error) {
    // A cancelled request may still be writing its last piece.
    await writing.catch(() => undefined);
    await discardUploads(database, [writer.id]);
    throw error;
  }
}

/** Fetches and follows redirects; the SSRF protection checks each URL on the way like the first one. */
async function followRedirects(
  fetcher: GuardedFetch,
  url: string,
  { onPiece, deadline }: { onPiece: (piece: Buffer) => Promise<void>; deadline: number },
): Promise<void> {
  let target = url;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const answer = await fetcher.fetch({
      url: target,
      method: 'GET',
      timeoutMs: Math.max(Math.ceil(deadline - performance.now()), 1),
      maxBytes: ATTACHMENT_MAX_BYTES,
      reads: 'whole',
      onPiece,
    });
    if (answer.status >= 200 && answer.status < 300) return;
    target = nextTarget(target, answer);
  }
  throw new GuardedFetchError('refused', `It redirects more than ${REDIRECTS_MAX} times.`);
}

function nextTarget(from: string, { status, headers }: GuardedAnswer): string {
  const source = parseUrl(from);
  const location = headers['location'];
  if (REDIRECTS.has(status) && typeof location === 'string') {
    const target = parseUrl(location, source?.href);
    if (target) return target.href;
  }
  const reason = PASSING_STATUSES.has(status) ? 'unreachable' : 'refused';
  const host = source ? hostOf(source) : from;
  throw new GuardedFetchError(reason, `\`${host}\` responded with status ${status}.`);
}
