// The start of a campaign freezes what it says: what is sent does not change with its template and the settings of the account.
import { expect } from 'chai';
import { DomainError } from '../../../../../shared/contract/domain-error.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { compileCampaignContent } from '../../../../../shared/resources/messaging/campaign-contents/compiled-contents.ts';
import type { CampaignContent } from '../../../../../shared/resources/messaging/campaign-contents/content.ts';
import { requireCampaignContent } from '../../../../../shared/resources/messaging/campaign-contents/find-content.ts';
import {
  insertBegunContent,
  prepareFrozenContent,
} from '../../../../../shared/resources/messaging/campaign-contents/freeze-content.ts';
import { renderCampaign } from '../../../../../shared/resources/messaging/campaign-contents/render-campaign.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createCampaign } from '../../../../support/factories/campaign-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { createTemplate } from '../../../../support/factories/template-factories.ts';
import { createTestClock } from '../../../../support/time/clock.ts';

describe('What a campaign says, when it starts', () => {
  const database = useDatabase();
  const clock = createTestClock();
  const ids = createIds(clock);
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
  });
  const draftOf = async (changes: Partial<CampaignContent>): Promise<CampaignContent> => {
    const { contentId } = await createCampaign(database.pool, accountId, { html: '<p>Own</p>' });
    return { ...(await requireCampaignContent(database.pool, accountId, contentId)), ...changes };
  };
  const freeze = async (content: CampaignContent) => {
    const now = clock.now();
    const frozen = await prepareFrozenContent(database.pool, content, { ids, now });
    if (!(frozen instanceof DomainError)) await insertBegunContent(database.pool, frozen, now);
    return frozen;
  };
  const setAddress = (address: string) =>
    database.pool.query(
      `INSERT INTO unsubscribe_page_settings (account_id, postal_address, updated_at) VALUES ($1, $2, now())
       ON CONFLICT (account_id) DO UPDATE SET postal_address = $2`,
      [accountId, address],
    );

  it('is that of the published version, with its variables and the postal address, whatever becomes of these', async () => {
    const { id: templateId, versionId } = await createTemplate(database.pool, accountId, {
      html: '<p>{{ NAME }} and {{ OTHER }}</p>',
      variables: ['NAME', 'OTHER'].map((key) => ({ key, type: 'string', fallbackValue: key })),
    });
    const set = (changes: string) =>
      database.pool.query(`UPDATE template_versions SET ${changes} WHERE id = $1`, [versionId]);
    await set(`inlined_html = '<p style="x">{{ NAME }} and {{ OTHER }}</p>'`);
    await setAddress('1 Road');
    const frozen = await freeze(await draftOf({ html: null, templateId, variables: { NAME: 'Bo' } }));
    await set(`html = 'changed', inlined_html = 'changed', variables = '[]'`);
    await setAddress('2 Road');
    const found = await requireCampaignContent(database.pool, accountId, (frozen as CampaignContent).id);
    expect(found).to.deep.equal(frozen);
    const compiled = compileCampaignContent(found ?? expect.fail());
    const { html } = renderCampaign(compiled, { contact: undefined, now: clock.now() });
    expect(html).to.match(/^<p style="x">Bo and OTHER<\/p>\n<div [^>]*>1 Road<br>/);
  });

  it('is its own without a template', async () => {
    const draft = await draftOf({});
    const { id, createdAt, ...frozen } = (await freeze(draft)) as CampaignContent;
    expect(id).not.to.equal(draft.id);
    expect({ ...frozen, id: draft.id, createdAt: draft.createdAt }).to.deep.equal(draft);
    expect(createdAt).to.deep.equal(clock.now());
  });

  it('is refused when its template is gone, a draft, or of another account', async () => {
    const { id: other } = await createAccount(database.pool);
    const templates = [
      await createTemplate(database.pool, accountId, { isPublished: false }),
      await createTemplate(database.pool, other),
      { id: ids.next() },
    ];
    for (const { id: templateId } of templates) {
      const refusal = await freeze(await draftOf({ html: null, templateId }));
      expect(refusal).to.include({ name: 'validation_error' });
    }
  });
});
