// The contents of a request's attachments, which are removed from the body while it arrives and written to the upload
// store. The parsed body has the SHA-256 of each content instead, so validation, idempotency and logs handle a short
// text that is equal if the content is. A client cannot forge one: no digest is valid base64.
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import {
  ATTACHMENT_MAX_BYTES,
  ATTACHMENTS_MAX,
  ATTACHMENTS_MAX_BYTES,
} from '../../../shared/contract/limits.ts';
import type {
  ContentWriter,
  StoredContent,
  UploadStore,
} from '../../../shared/platform/storage/upload-store.ts';
import { Base64Decoder, Base64Error } from './base64-decoder.ts';

const MIB = 1024 * 1024;

/** Receives one content, piece by piece: either its bytes or the JSON string with its base64. */
export interface ContentTaker {
  /** @throws DomainError `validation_error` */
  push(bytes: Buffer): Promise<void>;
  /** @throws DomainError `validation_error` */
  pushBase64(piece: Buffer): Promise<void>;
  /** @returns the digest that replaces the content in the body */
  end(): Promise<string>;
}

/** The contents of one request. */
export class RequestContents {
  /** Ids of all uploads that were begun, so that a failed request can discard them. */
  readonly uploadIds: string[] = [];
  areKept = false;
  readonly #store: UploadStore;
  readonly #byDigest = new Map<string, StoredContent>();
  #count = 0;
  #bytes = 0;

  constructor(store: UploadStore) {
    this.#store = store;
  }

  /** The stored content for a digest in the body. */
  find(digest: string): StoredContent | undefined {
    return this.#byDigest.get(digest);
  }

  /** Call it when the email is stored. Uploads that none of its attachments uses are still discarded. */
  keep(attachments: readonly { content: StoredContent | null }[]): void {
    const kept = new Set(attachments.map(({ content }) => content?.id));
    this.areKept = this.uploadIds.every((id) => kept.has(id));
  }

  /**
   * Begins the next content.
   * @param index of its attachment, for error messages
   * @throws DomainError `validation_error` when there are too many attachments
   */
  take(index: number): ContentTaker {
    this.#count += 1;
    if (this.#count > ATTACHMENTS_MAX) {
      throw new DomainError('validation_error', `An email can have at most ${ATTACHMENTS_MAX} attachments.`);
    }
    const writer = this.#store.create();
    this.uploadIds.push(writer.id);
    return this.#takeInto(writer, index);
  }

  #takeInto(writer: ContentWriter, index: number): ContentTaker {
    const decoder = new Base64Decoder();
    const digest = createHash('sha256');
    let size = 0;
    const push = async (bytes: Buffer) => {
      size += bytes.length;
      this.#bytes += bytes.length;
      refuseTooLarge(index, size, this.#bytes);
      digest.update(bytes);
      await writer.write(bytes);
    };
    return {
      push,
      pushBase64: async (piece) => await push(decodeOrRefuse(index, () => decoder.push(piece))),
      end: async () => {
        // Throws if the content was not base64; then nothing of it is stored.
        await push(decodeOrRefuse(index, () => decoder.end()));
        const name = `sha256-${digest.digest('hex')}`;
        this.#byDigest.set(name, await writer.end());
        return name;
      },
    };
  }
}

function decodeOrRefuse(index: number, decode: () => Buffer): Buffer {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof Base64Error)) throw cause;
    throw new DomainError('validation_error', `\`attachments[${index}].content\` must be base64.`, {
      field: `attachments.${index}.content`,
      cause,
    });
  }
}

function refuseTooLarge(index: number, size: number, sum: number): void {
  if (size > ATTACHMENT_MAX_BYTES) {
    const limit = ATTACHMENT_MAX_BYTES / MIB;
    throw new DomainError('validation_error', `\`attachments[${index}]\` must have at most ${limit} MB.`);
  }
  if (sum > ATTACHMENTS_MAX_BYTES) {
    const limit = ATTACHMENTS_MAX_BYTES / MIB;
    throw new DomainError('validation_error', `\`attachments\` must have at most ${limit} MB together.`);
  }
}

const contents = new WeakMap<object, RequestContents>();

/** Remembers the contents of a request for `contentsOf`. */
export function setContents(request: object, taken: RequestContents): void {
  contents.set(request, taken);
}

/** The contents of a request whose body `readEmailBody` has read. */
export function contentsOf(request: Request): RequestContents {
  const taken = contents.get(request);
  if (!taken) throw new Error('The contents of a request were not consumed.');
  return taken;
}
