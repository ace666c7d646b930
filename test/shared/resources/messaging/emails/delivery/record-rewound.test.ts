// An outcome that is recorded again after the database went back in time (docs/architecture/guarantees.md#outcomes): it counts
// where it was taken back and no other worker tries, and a success counts wherever the mail does not look sent.
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  type RecipientOutcome,
  recordOutcomes,
} from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { rememberRows } from '../../../../../support/database/rewind.ts';
import { createAccount, createEmail } from '../../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { claimEmail, type MadeEmail, outcomeOf, readEmail, readEvents, readRecipient } from './outcomes.ts';

const TABLES = ['emails', 'email_recipients', 'email_events'];

describe('an outcome that is recorded again', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let accountId: string;
  before(async () => {
    accountId = (await createAccount(database.pool)).id;
  });

  /** What the server had that answers now, then what the outcome finds → the state afterwards by result. */
  const rewinds: [title: string, restore: Restore, delivered: string, failed: string][] = [
    ['while its row is claimed as it was', async (_, { claimed }) => await claimed(), 'delivered', 'failed'],
    [
      'while its row waits as before its claim',
      async (_, { waiting }) => await waiting(),
      'delivered',
      'queued',
    ],
    [
      'while another worker has claimed its row',
      async (email, { waiting }) => {
        await waiting();
        await claimEmail(database.pool, email);
      },
      'delivered',
      'sending',
    ],
  ];
  type Restore = (
    email: MadeEmail,
    rewind: Record<'waiting' | 'claimed', () => Promise<void>>,
  ) => Promise<unknown>;

  for (const [title, restore, delivered, failed] of rewinds)
    for (const [result, state] of [
      ['delivered', delivered],
      ['failed', failed],
    ] as const)
      it(`${result} ${title}, makes it ${state}`, async () => {
        const email = await createEmail(database.pool, accountId);
        const waiting = await rememberRows(database.pool, TABLES);
        const outcome = outcomeOf({ ...email, token: await claimEmail(database.pool, email) }, { result });
        const claimed = await rememberRows(database.pool, TABLES, 'claimed');
        const record = () =>
          recordOutcomes({ database: database.pool, ids, queues: SILENT_QUEUES }, [outcome]);
        await record();
        await restore(email, { waiting, claimed });
        await record();
        await record();
        const events = { delivered: ['sent', 'delivered'], failed: state === 'failed' ? ['failed'] : [] };
        const { state: found, sent_at } = await readRecipient(database.pool, email.recipients[0]?.id ?? '');
        expect([found, sent_at !== null]).to.deep.equal([state, result === 'delivered']);
        expect(await readEvents(database.pool, email.id)).to.deep.equal(
          events[result].map((type) => `${type} bo@customer.dev`),
        );
        // That an email is on the wire is written by its job.
        const status = state === 'sending' ? 'queued' : state;
        expect((await readEmail(database.pool, email.id)).status).to.equal(status);
      });

  it('changes nothing where its email is gone, and keeps no other from being recorded', async () => {
    const waiting = await rememberRows(database.pool, TABLES);
    const gone = await createEmail(database.pool, accountId);
    const other = await createEmail(database.pool, accountId);
    const outcomes: RecipientOutcome[] = [];
    for (const email of [gone, other])
      outcomes.push(outcomeOf({ ...email, token: await claimEmail(database.pool, email) }));
    await database.pool.query('DELETE FROM email_recipients WHERE email_id = $1', [gone.id]);
    await database.pool.query('DELETE FROM emails WHERE id = $1', [gone.id]);
    const record = () => recordOutcomes({ database: database.pool, ids, queues: SILENT_QUEUES }, outcomes);
    await record();
    expect((await readEmail(database.pool, other.id)).status).to.equal('delivered');
    await waiting();
    await record();
    for (const { id } of [gone, other]) expect(await readEvents(database.pool, id)).to.deep.equal([]);
  });
});
