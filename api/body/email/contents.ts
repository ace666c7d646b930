// The contents of a request's attachments, taken out of its body while that arrives. In the body stands the digest of
// each instead, so that everything behind (validation, idempotency, logs) handles a short text that is the same
// whenever the content is. Nothing else can stand there: no digest is base64.
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

/** Takes one content, piece by piece. */
export interface ContentTaker {
  /** @throws DomainError `validation_error` */
  push(piece: Buffer): Promise<void>;
  /** @returns what stands in the body instead */
  end(): Promise<string>;
}

/** The contents of one request. */
export class RequestContents {
  /** Everything that was begun to be written, for whoever fails. */
  readonly uploadIds: string[] = [];
  areKept = false;
  readonly #store: UploadStore;
  readonly #byDigest = new Map<string, StoredContent>();
  #count = 0;
  #bytes = 0;

  constructor(store: UploadStore) {
    this.#store = store;
  }

  /** The content whose digest stands in the body. */
  find(digest: string): StoredContent | undefined {
    return this.#byDigest.get(digest);
  }

  /** Call it when the email is stored: nothing is left to discard, but what stands in none of its attachments. */
  keep(attachments: readonly { content: StoredContent | null }[]): void {
    const kept = new Set(attachments.map(({ content }) => content?.id));
    this.areKept = this.uploadIds.every((id) => kept.has(id));
  }

  /**
   * Begins the next content.
   * @param index the place of its attachment
   * @throws DomainError when there are too many
   */
  take(index: number): ContentTaker {
    this.#count += 1;
    if (this.#count > ATTACHMENTS_MAX) {
      throw new DomainError('validation_error', `An email has ${ATTACHMENTS_MAX} attachments at most.`);
    }
    const writer = this.#store.create();
    this.uploadIds.push(writer.id);
    return this.#takeInto(writer, index);
  }

  #takeInto(writer: ContentWriter, index: number): ContentTaker {
    const decoder = new Base64Decoder();
    const digest = createHash('sha256');
    let size = 0;
    const write = async (decode: () => Buffer) => {
      const bytes = decodeOrRefuse(index, decode);
      size += bytes.length;
      this.#bytes += bytes.length;
      refuseTooLarge(index, size, this.#bytes);
      digest.update(bytes);
      await writer.write(bytes);
    };
    return {
      push: (piece) => write(() => decoder.push(piece)),
      end: async () => {
        await write(() => decoder.end());
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
    throw new DomainError('validation_error', `\`attachments[${index}].content\` must be base64.`, { cause });
  }
}

function refuseTooLarge(index: number, size: number, sum: number): void {
  if (size > ATTACHMENT_MAX_BYTES) {
    const limit = ATTACHMENT_MAX_BYTES / MIB;
    throw new DomainError(
      'validation_error',
      `\`attachments[${index}]\` must not be larger than ${limit} MB.`,
    );
  }
  if (sum > ATTACHMENTS_MAX_BYTES) {
    const limit = ATTACHMENTS_MAX_BYTES / MIB;
    throw new DomainError(
      'validation_error',
      `\`attachments\` must not be larger than ${limit} MB together.`,
    );
  }
}

const contents = new WeakMap<object, RequestContents>();

/** Remembers the contents of a request. */
export function setContents(request: object, taken: RequestContents): void {
  contents.set(request, taken);
}

/** The contents of a request whose body was read by `readEmailBody`. */
export function contentsOf(request: Request): RequestContents {
  const taken = contents.get(request);
  if (!taken) throw new Error('The contents of a request were not taken.');
  return taken;
}
