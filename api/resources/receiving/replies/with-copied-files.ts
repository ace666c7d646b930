// Copies the files of a received email for the email that forwards it. Until that is stored, the copies are uploads; those
// of a refused or killed request are discarded.

import { notFound } from '../../../../shared/contract/domain-error.ts';
import {
  copyAsUploads,
  discardUploads,
  UploadGoneError,
} from '../../../../shared/platform/storage/uploads.ts';
import type { NewAttachment } from '../../../../shared/resources/messaging/emails/attachments/attachment.ts';
import { RECEIVED_CHUNKS } from '../../../../shared/resources/messaging/receiving/chunks.ts';
import type { ForwardedFile } from '../../../../shared/resources/messaging/receiving/replies/forward.ts';
import type { ApiDeps } from '../../../deps.ts';

/**
 * Runs with copies of the files.
 * @throws DomainError `not_found` when the email is being removed
 */
export async function withCopiedFiles<Result>(
  { database, ids }: Pick<ApiDeps, 'database' | 'ids'>,
  files: readonly ForwardedFile[],
  run: (copies: readonly NewAttachment[]) => Promise<Result>,
): Promise<Result> {
  const copies = files.map((file) => ({ file, source: file.content, id: ids.next() }));
  try {
    await copyAsUploads(database, RECEIVED_CHUNKS, copies).catch(refuseGone);
    return await run(copies.map(({ file, source, id }) => ({ ...file, content: { id, size: source.size } })));
  } catch (error) {
    const copied = copies.map(({ id }) => id);
    // What cannot be discarded now is discarded by the hourly task.
    await discardUploads(database, copied).catch(() => undefined);
    throw error;
  }
}

function refuseGone(error: unknown): never {
  throw error instanceof UploadGoneError ? notFound('Email') : error;
}
