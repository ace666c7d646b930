// A reception in memory, for tests of the SMTP server: it judges by the name of the domain, keeps what it stores, and
// fails or waits where a test wants it to.
import { randomUUID } from 'node:crypto';
import type {
  InboundMessage,
  Reception,
  RecipientVerdict,
  StoreResult,
} from '../../../shared/resources/messaging/receiving/inbound/inbound-message.ts';

/** A stored message. */
export interface StoredArrival extends Omit<InboundMessage, 'content'> {
  /** The whole content. */
  content: Buffer;
  wasUploaded: boolean;
}

/** An account that is deleted before a message for it is stored. */
const ENDING = 'account-3';
const VERDICTS: Readonly<Record<string, RecipientVerdict>> = {
  'ours.test': { kind: 'ok', accountId: 'account-1', domainId: 'domain-1' },
  'other.test': { kind: 'ok', accountId: 'account-2', domainId: 'domain-2' },
  'xn--bcher-kva.test': { kind: 'ok', accountId: 'account-1', domainId: 'domain-3' },
  'mail.host.test': { kind: 'ok', accountId: 'operator', domainId: null },
  'fbl@send.ours.test': { kind: 'feedback', accountId: 'account-1' },
  'fbl@mail.host.test': { kind: 'feedback', accountId: 'operator' },
  'silent.test': { kind: 'not_receiving' },
  'full.test': { kind: 'over_quota' },
  'suspended.test': { kind: 'suspended' },
  'ending.test': { kind: 'ok', accountId: ENDING, domainId: 'domain-4' },
};

/** As the driver reports it. */
export const noPostgres = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A reception whose behaviour a test changes. */
export class FakeReception implements Reception {
  readonly stored: StoredArrival[] = [];
  readonly judged: string[] = [];
  /** Uploads that are neither stored nor discarded, with their bytes. */
  readonly uploads = new Map<string, Buffer[]>();
  /** Called before a message is stored; what it throws is the answer. */
  beforeStore: (arrival: InboundMessage) => Promise<void> = () => Promise.resolve();
  beforeCheck: () => Promise<void> = () => Promise.resolve();
  beforeWrite: () => Promise<void> = () => Promise.resolve();
  readonly #digests = new Set<string>();

  async checkRecipients(addresses: readonly string[]): Promise<RecipientVerdict[]> {
    this.judged.push(...addresses);
    await this.beforeCheck();
    return addresses.map(
      (address) =>
        VERDICTS[address.toLowerCase()] ?? VERDICTS[address.split('@').at(-1) ?? ''] ?? { kind: 'foreign' },
    );
  }

  openUpload() {
    const id = randomUUID();
    const pieces: Buffer[] = [];
    this.uploads.set(id, pieces);
    return {
      id,
      write: async (bytes: Buffer) => {
        await this.beforeWrite();
        pieces.push(Buffer.from(bytes));
      },
      end: () => Promise.resolve({ id, size: Buffer.concat(pieces).length }),
    };
  }

  discardUpload(id: string): Promise<void> {
    this.uploads.delete(id);
    return Promise.resolve();
  }

  async store(arrival: InboundMessage): Promise<StoreResult> {
    await this.beforeStore(arrival);
    if (arrival.recipients.some(({ accountId }) => accountId === ENDING)) return 'dropped';
    const key = arrival.digest?.toString('hex');
    if (key !== undefined && this.#digests.has(key)) return 'repeated';
    if (key !== undefined) this.#digests.add(key);
    const { content } = arrival;
    const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(this.uploads.get(content.id) ?? []);
    if (!Buffer.isBuffer(content)) this.uploads.delete(content.id);
    this.stored.push({ ...arrival, content: bytes, wasUploaded: !Buffer.isBuffer(content) });
    return 'stored';
  }

  drain(): Promise<void> {
    return Promise.resolve();
  }
}
