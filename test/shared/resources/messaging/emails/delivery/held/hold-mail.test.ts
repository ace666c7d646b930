// Holding mail before it is woken: what another process has woken or claimed since it was chosen is on its way.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { holdMail } from '../../../../../../../shared/resources/messaging/emails/delivery/held/hold-mail.ts';
import { sendingWork } from '../../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import { useDatabase } from '../../../../../../support/database/database.ts';
import { createWaitingSender, insertWaiting, pauseDomain } from './stored-mail.ts';

describe('Mail of a paused domain that is about to be woken', () => {
  const database = useDatabase();

  it('is held while it is asleep, and not when another process has woken or claimed it', async () => {
    const { pool } = database;
    const sender = await createWaitingSender(pool);
    await insertWaiting(pool, sender, 3);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM email_recipients');
    const [asleep = '', woken = '', claimed = ''] = rows.map(({ id }) => id);
    await pool.query('UPDATE email_recipients SET woken_at = now() WHERE id <> $1', [asleep]);
    await sendingWork.table.claim(pool, [claimed], { worker: randomUUID(), token: randomUUID() });
    await pauseDomain(pool, sender);
    expect(await holdMail(pool, [asleep, woken, claimed], new Date())).to.deep.equal([woken, claimed]);
  });
});
