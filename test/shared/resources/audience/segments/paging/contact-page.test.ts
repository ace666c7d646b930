// As of when a filter is judged that asks for days: a walk may look at a page days after its contacts were chosen.
import { expect } from 'chai';
import { NIL_UUID } from '../../../../../../shared/platform/time/ids.ts';
import {
  contactPage,
  countChosenContacts,
  findContactSource,
} from '../../../../../../shared/resources/audience/segments/paging/contact-page.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createContact, createSegment } from '../../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../../support/factories/factories.ts';

const CREATED_AT = new Date('2026-01-01T00:00:00Z');

describe('a walk over the contacts of a dynamic segment', () => {
  const database = useDatabase();

  it('judges them as of the time at which they were chosen, by pages and by the count', async () => {
    const { pool } = database;
    const accountId = (await createAccount(pool)).id;
    const { id: segmentId, audienceId } = await createSegment(pool, accountId);
    const filter = { type: 'rule', field: 'engagement.last_opened_days', operator: 'lte', value: 1 };
    await pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [segmentId, filter]);
    for (const day of ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']) {
      const email = `${day}@customer.dev`;
      await createContact(pool, { accountId, email, createdAt: CREATED_AT });
      await pool.query('INSERT INTO contact_engagement VALUES ($1, $2, NULL, $3)', [accountId, email, day]);
    }
    for (const [time, days] of [
      ['2026-11-20T23:59:59.999Z', ['2026-11-19', '2026-11-20', '2026-11-21']],
      ['2026-11-21T00:00:00Z', ['2026-11-20', '2026-11-21']],
      ['2026-11-23T00:00:00Z', []],
    ] as const) {
      const chosen = { accountId, audienceId, segmentId, createdUntil: new Date(time) };
      const source = await findContactSource(pool, chosen);
      if (!source) return expect.fail('The segment is gone.');
      const { sql, values } = contactPage(chosen, source, { after: NIL_UUID, examined: 10 });
      const { rows } = await pool.query<{ email: string }>(
        `SELECT email FROM (${sql}) AS page WHERE is_met ORDER BY 1`,
        values,
      );
      expect(
        rows.map(({ email }) => email.split('@')[0]),
        time,
      ).to.deep.equal(days);
      expect(await countChosenContacts(pool, chosen), time).to.equal(days.length);
    }
  });
});
