// A client that gets the id of an event can read the event, also if the connection dies before the answer to COMMIT
// (docs/architecture/guarantees.md#accept).
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { ContactLanes } from '../../../../../shared/resources/audience/contact-writes/lanes.ts';
import {
  createEventSender,
  type EventSender,
} from '../../../../../shared/resources/flows/event-sending/send.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAutomation } from '../../../../support/factories/automation-factories.ts';
import { createContact } from '../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../support/factories/factories.ts';
import { createTcpGate, type TcpGate } from '../../../../support/net/tcp-gate.ts';
import { eventually } from '../../../../support/time/eventually.ts';
import { useEventIntake } from '../../../../support/work/event-intake.ts';

describe('sending an event when the answer to COMMIT is lost', () => {
  const test = useDatabase();
  const testIntake = useEventIntake(test);
  const ids = createIds(createSystemClock());
  let gate: TcpGate;
  let database: Database;
  let sender: EventSender;
  let accountId: string;
  let domainId: string;
  beforeEach(async () => {
    gate = await createTcpGate(test.url);
    gate.open();
    const log = createLog({ level: 'silent', process: 'test' });
    database = connectDatabase({ connectionString: gate.url, poolSize: 5, applicationName: 'gated', log });
    sender = createEventSender({
      database,
      ids,
      queues: { wake: () => {} },
      contactLanes: new ContactLanes(),
      eventIntake: testIntake.intake,
      contactListeners: [testIntake.intake],
    });
    accountId = (await createAccount(test.pool)).id;
    domainId = (await createDomain(test.pool, accountId, { isDefault: true })).id;
    await createAutomation(test.pool, accountId, { domainId, trigger: 'paid' });
    await test.pool.query(`
      CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(0.3); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON received_events DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION take_time()`);
  });
  afterEach(async () => {
    await sender.drain();
    await database.end();
    await gate.close();
    await test.pool.query('DROP FUNCTION IF EXISTS take_time() CASCADE');
  });
  const stored = async () => {
    const { rows } = await test.pool.query<{ id: string }>(
      'SELECT id FROM received_events WHERE account_id = $1',
      [accountId],
    );
    return rows.map(({ id }) => id);
  };
  const loseAnswer = async () => {
    await eventually('the COMMIT runs', async () => {
      const { rowCount } = await test.pool.query(
        `SELECT FROM pg_stat_activity
         WHERE application_name = 'gated' AND state = 'active' AND query = 'COMMIT' AND datname = current_database()`,
      );
      return rowCount === 1;
    });
    gate.shut();
    await eventually('it is committed', async () => (await stored()).length === 1);
    gate.open();
  };
  const event = { name: 'paid', domain: undefined, payload: null };

  for (const [what, isKnown] of [
    ['about a contact', true],
    ['about an address that is no contact yet', false],
  ] as const)
    it(`answers an event ${what} with what it has started`, async () => {
      const { email } = isKnown
        ? await createContact(test.pool, { accountId })
        : { email: 'new@customer.dev' };
      const contact = { address: email, key: email };
      const sending = sender.send({ ...event, id: ids.next(), accountId, contact, at: new Date() });
      await loseAnswer();
      const sent = await sending;
      expect(sent).to.deep.include({ runsStarted: 1, waitsResolved: 0 });
      expect(await stored()).to.deep.equal([sent.id]);
    });
});
