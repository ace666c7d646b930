// GET /campaigns/:id/check, and what a send refuses (docs/reference/campaign-check.md): one good campaign, and each fault in it.
import { expect } from 'chai';
import { CHECK_CODES } from '../../../shared/contract/checks/finding.ts';
import { useApp } from '../../support/api/app.ts';
import { AB_TEST, checkCauses, type Finding, GOOD, htmlWith, makeCyan } from './check-causes.ts';
import { createCampaignOwner } from './owner.ts';

describe('GET /campaigns/:id/check', () => {
  const app = useApp();
  const causes = checkCauses(app);

  const makeOwner = async (plan?: 'free') => {
    const owner = await createCampaignOwner(app, plan ? { planId: plan } : {});
    await owner.api.patch('/unsubscribe-page').send({ postal_address: 'Acme, 1 Road' }).expect(200);
    return owner;
  };

  it('Finds each fault of a campaign by its cause, and nothing in a good one; a send refuses errors alone, with the same `findings`.', async () => {
    const owner = await makeOwner();
    const good = await owner.made(GOOD);
    const path = `/campaigns/${good.id}/check`;
    expect(await owner.read(path)).to.deep.equal({ object: 'campaign_check', ok: true, findings: [] });

    for (const {
      level = 'warning',
      code,
      says = '',
      fields,
      make,
      put,
      plan,
      also = [],
      ...place
    } of causes) {
      const of = await makeOwner(plan);
      const { id } = await of.made({ ...GOOD, ...fields, ...(make && (await make(of))) });
      await put?.(of, id);
      const { ok, findings }: { ok: boolean; findings: Finding[] } = await of.read(`/campaigns/${id}/check`);
      const label = `${code} ${JSON.stringify(place)} ${says}`;
      const [found, ...others] = findings.sort((a, b) => Number(b.code === code) - Number(a.code === code));
      expect(
        others.map((other) => other.code),
        label,
      ).to.deep.equal(also);
      const expected = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
      expect({ ...found, message: '' }, label).to.deep.include({ level, code, ...expected });
      expect(found?.message)
        .to.include(says)
        .and.match(/^[A-Z`\d].*\.$/s);
      expect(ok, label).to.equal(level === 'warning');

      const sent = await of.post(id, 'send');
      const errors = findings.filter((finding) => finding.level === 'error');
      expect(sent.status, label).to.equal(ok ? 200 : code === 'monthly_quota_exceeded' ? 429 : 422);
      if (!ok) expect(sent.body.findings, label).to.have.deep.members(errors);
    }
    const ofLinks = ['link_broken', 'link_unreachable', 'links_unopened'];
    expect([...causes.map(({ code }) => code), ...ofLinks]).to.include.members([...CHECK_CODES]);
    await owner.post(good.id, 'send').expect(200);
  });

  it('Names the variants of a test in which something is found, where it is not found in all.', async () => {
    const owner = await makeOwner();
    await makeCyan(app, owner);
    const variants = [{ key: 'a' }, { key: 'b', subject: 'Hi [NAME]' }];
    const ab_test = { ...AB_TEST, variants, winner_metric: 'manual' };
    const { id } = await owner.made({ ...GOOD, html: htmlWith('%FIRST_NAME%'), ab_test });
    const { findings } = await owner.read(`/campaigns/${id}/check`);
    expect(
      findings.map(({ field, message }: Finding) => [field, message.startsWith('In the variant b:')]),
    ).to.deep.equal([
      ['html', false],
      ['subject', true],
    ]);
  });
});
