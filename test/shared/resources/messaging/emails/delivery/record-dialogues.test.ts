// recordOutcomes: what an attempt leaves with its recipient besides the result: what was said, and since when its domain is
// absent.
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  type RecipientOutcome,
  recordOutcomes,
} from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount } from '../../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { storedDialogue } from '../../../../../support/stored-dialogue.ts';
import { claimEmail, createClaimedEmail, loadNow, type MadeEmail, outcomeOf } from './outcomes.ts';

const AT = new Date('2026-11-20T10:00:00.123Z');
const NEXT = new Date('2026-11-20T10:05:00Z');

describe('recording what an attempt has met', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  const record = (outcome: RecipientOutcome) =>
    recordOutcomes({ database: database.pool, ids, queues: SILENT_QUEUES }, [outcome]);
  const claimed = async () => createClaimedEmail(database.pool, (await createAccount(database.pool)).id);

  const claimAgain = async (email: MadeEmail) => {
    await database.pool.query('UPDATE email_recipients SET woken_at = now() WHERE email_id = $1', [email.id]);
    return await claimEmail(database.pool, email);
  };

  it('Keeps the dialogue of the last try when the recipient is queued again, suppressed or stopped without another one.', async () => {
    const dialogueOf = async ({ id }: { id: string }) =>
      (await database.pool.query('SELECT dialogue FROM email_recipients WHERE email_id = $1', [id])).rows[0]
        .dialogue;
    const saidBy = (server: string) =>
      storedDialogue({ server, lines: [[1, 'x', 'a "quoted" \\ line, ünïcode']] });
    const said = saidBy('mx.customer.dev');
    for (const result of ['returned', 'suppressed', 'failed', 'canceled'] as const) {
      const email = await claimed();
      await record(outcomeOf(email, { result: 'delayed', nextAttemptAt: NEXT, dialogue: said }));
      const stored = await dialogueOf(email);
      expect(stored).to.equal(said);
      const again = { ...email, token: await claimAgain(email) };
      await record(outcomeOf(again, { result, nextAttemptAt: result === 'returned' ? NEXT : null }));
      expect(await dialogueOf(email), result).to.equal(stored);
    }
    const email = await claimed();
    await record(outcomeOf(email, { result: 'delayed', nextAttemptAt: NEXT, dialogue: said }));
    const again = { ...email, token: await claimAgain(email) };
    await record(outcomeOf(again, { dialogue: saidBy('b.customer.dev') }));
    expect(await dialogueOf(email))
      .to.include('b.customer.dev')
      .and.not.include('mx.customer.dev');
  });

  it('keeps since when the domain of a recipient is absent, until a try finds that it is there', async () => {
    const email = await claimed();
    const tries: [Partial<RecipientOutcome>, Date | null][] = [
      [{ isAbsent: true, at: AT }, AT],
      [{ result: 'returned' }, AT],
      [{ isAbsent: true, at: NEXT }, AT],
      [{}, null],
      [{ isAbsent: true, at: NEXT }, NEXT],
    ];
    let token = email.token;
    for (const [outcome, since] of tries) {
      await record(outcomeOf({ ...email, token }, { result: 'delayed', nextAttemptAt: NEXT, ...outcome }));
      token = await claimAgain(email);
      const [loaded] = await loadNow(database.pool, [{ id: email.recipients[0]?.id ?? '', token }]);
      expect(loaded?.recipients[0]?.absentSince).to.deep.equal(since);
    }
  });
});
