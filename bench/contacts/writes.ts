// Writes of contacts: through the API, and as a bare INSERT of the same rows.
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import type { ContactService } from './contact-service.ts';
import { addressOf } from './stored-contacts.ts';

/** Contacts in a batch. */
export const BATCH_SIZE = 1_000;
const IDS = createIds(createSystemClock());

/** New contacts get the numbers after all others, in this process. */
let lastNew = 0;

/** Writes contacts that differ from call to call. */
export class ContactWrites {
  readonly #service: ContactService;
  /** Number of the last stored contact that was written again. */
  #lastStored = 0;

  constructor(service: ContactService) {
    this.#service = service;
    lastNew = Math.max(lastNew, service.stored.count);
  }

  async postNew(count: number): Promise<void> {
    await this.#post(take(count, () => contactOf(nextNew(), 'New')));
  }

  /** The name is new each time. */
  async postChanged(count: number): Promise<void> {
    const name = IDS.next();
    await this.#post(take(count, () => contactOf(this.#nextStored(), name)));
  }

  /** The post omits fields with another value in the contact. */
  async postUnchanged(count: number): Promise<void> {
    await this.#post(take(count, () => ({ email: addressOf(this.#nextStored()) })));
  }

  async insert(count: number): Promise<void> {
    const { accountId, audienceId } = this.#service.stored;
    const contacts = take(count, () => contactOf(nextNew(), 'New'));
    await this.#service.database.query({
      name: 'bare-insert',
      text: INSERT,
      values: [
        accountId,
        audienceId,
        contacts.map(() => IDS.next()),
        contacts.map(({ email }) => email),
        contacts.map((contact) => contact.first_name),
        contacts.map((contact) => contact.last_name),
        contacts.map(({ properties: { city, visits } }) => JSON.stringify({ 1: city, 2: visits })),
      ],
    });
  }

  async #post(contacts: object[]): Promise<void> {
    const [only] = contacts;
    if (contacts.length === 1 && only) await this.#service.call('POST', '/contacts', only);
    else await this.#service.call('POST', '/contacts/batch', { contacts });
  }

  #nextStored(): number {
    this.#lastStored = (this.#lastStored % this.#service.stored.count) + 1;
    return this.#lastStored;
  }
}

const INSERT = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, last_name, properties, created_at,
                        updated_at)
  SELECT id, $1, $2, email, email, first_name, last_name, properties, now(), now()
  FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
    AS given (id, email, first_name, last_name, properties)`;

function nextNew(): number {
  lastNew += 1;
  return lastNew;
}

function take<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

function contactOf(number: number, firstName: string) {
  return {
    email: addressOf(number),
    first_name: firstName,
    last_name: `Last${number}`,
    properties: { city: `City ${number % 500}`, visits: number % 100 },
  };
}
