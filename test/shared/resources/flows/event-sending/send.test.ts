// Sending events: bounds, and accounts that do not disturb each other (shared/resources/flows/event-sending/).
import { expect } from 'chai';
import { DomainError } from '../../../../../shared/contract/domain-error.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { ContactLanes } from '../../../../../shared/resources/audience/contact-writes/lanes.ts';
import {
  createEventSender,
  type EventSender,
} from '../../../../../shared/resources/flows/event-sending/send.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createContact } from '../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../support/factories/factories.ts';
import { useEventIntake } from '../../../../support/work/event-intake.ts';

const TOO_MANY = 5_000;

describe('sending events', () => {
  const database = useDatabase();
  const testIntake = useEventIntake(database);
  const ids = createIds(createSystemClock());
  let sender: EventSender;
  beforeEach(() => {
    sender = createEventSender({
      database: database.pool,
      ids,
      queues: { wake: () => {} },
      contactLanes: new ContactLanes(),
      eventIntake: testIntake.intake,
      contactListeners: [testIntake.intake],
    });
  });
  afterEach(() => sender.drain());

  async function createPlace() {
    const { id: accountId } = await createAccount(database.pool);
    await createDomain(database.pool, accountId, { isDefault: true });
    const { id } = await createContact(database.pool, { accountId });
    const event = { accountId, name: 'e', domain: undefined, contact: { id }, payload: null };
    return () => sender.send({ ...event, id: ids.next(), at: new Date() });
  }

  it('refuses events with sending_service_unavailable while too many of the account wait, and takes those of others', async () => {
    const send = await createPlace();
    const sendOther = await createPlace();
    const results = Array.from({ length: TOO_MANY }, () => send().catch((error: unknown) => error));
    const other = await sendOther();
    expect(other).to.include({ name: 'e' });
    const refused = (await Promise.all(results)).filter((result) => result instanceof DomainError);
    expect(refused.length).to.be.within(1, TOO_MANY / 2);
    for (const error of refused)
      expect(error).to.include({ name: 'sending_service_unavailable', retryAfterSeconds: 2 });
  });

  it('stores events of other accounts while the contact of one is locked', async () => {
    const send = await createPlace();
    const sendOther = await createPlace();
    const first = await send();
    const holder = await database.pool.connect();
    await holder.query('BEGIN');
    await holder.query(
      'SELECT FROM contacts WHERE id = (SELECT contact_id FROM received_events WHERE id = $1) FOR UPDATE',
      [first.id],
    );
    const waiting = send();
    let isStored = false;
    void waiting.then(() => {
      isStored = true;
    });
    for (const _ of [1, 2, 3]) await sendOther();
    expect(isStored).to.equal(false);
    await holder.query('COMMIT');
    holder.release();
    expect(await waiting).to.include({ runsStarted: 0 });
  });
});
