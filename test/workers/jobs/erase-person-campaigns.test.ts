// The job that erases a person from an account: mail of campaigns, whose contents are rendered from values
// (docs/reference/contacts.md#erasing-a-person).
import { expect } from 'chai';
import { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';
import { createBodyReader } from '../../../shared/resources/messaging/campaign-contents/body-reader.ts';
import { findEmailContents } from '../../../shared/resources/messaging/emails/find.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { BO, ERASED, JIM, useErasing } from './support/use-erasing.ts';

describe('the erasure of a person who got mail of a campaign', () => {
  const erasing = useErasing();
  const { query, erase, isDone, emailTo } = erasing;

  it('empties the values of their mail, replaces the address in those of others, and leaves what the campaign says', async () => {
    const { pool, accountId } = erasing;
    const html = `{{ contact.properties.friends }}, {{{EMAIL}}}, ask ${BO}{{{UNSUBSCRIBE_URL}}}`;
    const { contentId } = await createCampaign(pool, accountId, { html });
    const send = async (to: string, properties: object) => {
      const { id } = await emailTo([to]);
      const values = [id, contentId, { email: to, properties }];
      await query(
        'UPDATE email_contents SET html = NULL, text = NULL, source_id = $2, data = $3 WHERE id = $1',
        values,
      );
      return id;
    };
    const own = await send(BO, { friends: 'Jim' });
    const others = await send(JIM, { friends: `Bo <${BO.toUpperCase()}>` });
    const untouched = await send(JIM, { friends: 'Cy' });
    expect(await isDone(await erase())).to.equal(true);
    const rows = await query(
      'SELECT id, source_id AS source, data FROM email_contents WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
    expect(rows).to.deep.equal([
      { id: own, source: null, data: null },
      { id: others, source: contentId, data: { email: JIM, properties: { friends: `Bo <${ERASED}>` } } },
      { id: untouched, source: contentId, data: { email: JIM, properties: { friends: 'Cy' } } },
    ]);
    const deps = { database: pool, readBody: createBodyReader(pool, new FairTurns()) };
    const shown = await Promise.all([own, others].map((id) => findEmailContents(deps, accountId, id)));
    expect(shown).to.deep.equal([
      { html: null, text: null },
      { html: `Bo &lt;${ERASED}&gt;, ${JIM}, ask ${BO}{{{UNSUBSCRIBE_URL}}}`, text: null },
    ]);
  });
});
