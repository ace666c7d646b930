// POST /campaigns/:id/preview and test (docs/reference/campaigns.md#preview).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import {
  createAudience,
  createContact,
  createContactProperty,
} from '../../support/factories/contact-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createCampaignOwner } from './owner.ts';

const UNSUBSCRIBE = '<a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a>';

describe('POST /campaigns/:id/preview', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));
  const preview = async (id: string, body?: object) =>
    (await owner.post(id, 'preview', body).expect(200)).body;

  it('Renders what a contact would get, and the fallbacks when no contact is named.', async () => {
    await createContactProperty(app.pool, owner.accountId, { key: 'plan', fallbackValue: 'free' });
    const { id } = await owner.made({
      subject: 'Hi {{{FIRST_NAME|friend}}}',
      reply_to: 'help@acme.dev',
      preview_text: 'For {{ contact.email }}',
      html: `<p>{{{contact.first_name|friend}}} & {{ contact.properties.plan }}</p>${UNSUBSCRIBE}`,
    });
    const shared = { object: 'campaign_preview', from: owner.from, reply_to: ['help@acme.dev'] };
    const { text, ...shown } = await preview(id, { contact_id: owner.contactId });
    expect(shown).to.deep.equal({
      ...shared,
      subject: 'Hi Bo',
      preview_text: 'For bo@customer.dev',
      html: `<p>Bo & free</p>${UNSUBSCRIBE}`,
      warnings: [],
    });
    expect(text).to.include('Bo & free').and.include('Unsubscribe');
    const unknown = await preview(id);
    expect(unknown).to.include({ subject: 'Hi friend', html: `<p>friend & free</p>${UNSUBSCRIBE}` });
    expect(await owner.count('emails')).to.equal(0);

    const template = await createTemplate(app.pool, owner.accountId, {
      html: `<b>{{ NAME }}</b>${UNSUBSCRIBE}`,
    });
    await owner.change(id, { template: { id: template.id, variables: { NAME: 'Cy' } } }).expect(200);
    expect(await preview(id)).to.include({ html: `<b>Cy</b>${UNSUBSCRIBE}` });
    // What has started is shown as it was frozen.
    await app.pool.query(`UPDATE campaign_contents SET html = 'Old {{{UNSUBSCRIBE_URL}}}', declared = '[]'`);
    await owner.put(id, { status: 'sending', dispatch_id: id });
    expect(await preview(id)).to.include({ html: 'Old {{{UNSUBSCRIBE_URL}}}' });
  });

  it('Names in `warnings` of a preview the values of the contact that are printed and are empty without a fallback.', async () => {
    const { id } = await owner.made({ subject: 'Hi {{ contact.first_name }}' });
    expect((await preview(id)).warnings).to.deep.equal([
      '`contact.first_name` is empty for this contact and has no fallback.',
    ]);
    expect((await preview(id, { contact_id: owner.contactId })).warnings).to.deep.equal([]);
  });

  it('Adds a footer with an unsubscribe link and the postal address to a campaign without such a link.', async () => {
    const postal_address = 'Acme <Inc>, 1 Road';
    await owner.api.patch('/unsubscribe-page').send({ postal_address }).expect(200);
    const { id } = await owner.made({ html: '<html><body><p>Hello</p></body></html>', text: 'Hello' });
    const { html, text } = await preview(id);
    expect(html).to.match(/^<html><body><p>Hello<\/p>.*\{\{\{UNSUBSCRIBE_URL\}\}\}.*<\/body><\/html>$/s);
    expect(html).to.include('Acme &lt;Inc&gt;, 1 Road');
    expect(text)
      .to.match(/^Hello\n.*\{\{\{UNSUBSCRIBE_URL\}\}\}/s)
      .and.include(postal_address);
  });

  it('Rejects a preview or a test with an unknown contact with not_found 404, and with one of another audience with validation_error 422.', async () => {
    const { id } = await owner.made();
    const foreign = await createCampaignOwner(app);
    const { id: audienceId } = await createAudience(app.pool, owner.accountId);
    const other = await createContact(app.pool, { accountId: owner.accountId, audienceId });
    for (const below of ['preview', 'test']) {
      const ask = (contact_id: string) => owner.post(id, below, { to: 'bo@customer.dev', contact_id });
      for (const unknown of [UNKNOWN_ID, foreign.contactId])
        expectError(await ask(unknown), 404, 'not_found');
      expect(expectError(await ask(other.id), 422, 'validation_error')).to.include('audience');
      expectError(await ask('none'), 422, 'validation_error');
    }
  });

  it('Rejects a preview or a test that cannot be rendered with validation_error 422.', async () => {
    const variables = [{ key: 'NAME', type: 'string' as const, fallbackValue: null }];
    const template = await createTemplate(app.pool, owner.accountId, { variables });
    const { id } = await owner.made({ html: undefined, template: { id: template.id } });
    await app.pool.query(`UPDATE contacts SET first_name = E'Bo\\nSmith' WHERE id = $1`, [owner.contactId]);
    const named = await owner.made({ subject: 'Hi {{{FIRST_NAME}}}' });
    for (const below of ['preview', 'test']) {
      const body = { to: 'bo@customer.dev', contact_id: owner.contactId };
      expect(expectError(await owner.post(id, below, body), 422, 'validation_error')).to.include('NAME');
      expect(expectError(await owner.post(named.id, below, body), 422, 'validation_error')).to.include(
        'line break',
      );
    }
    expect(await owner.count('emails')).to.equal(0);
  });
});

describe('POST /campaigns/:id/test', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));

  it('Sends a test of a campaign to up to five addresses, an email to each, with its subject unchanged and charged like others.', async () => {
    const { id } = await owner.made({ subject: 'Hi {{{FIRST_NAME|friend}}}', html: '<p>{{{EMAIL}}}</p>' });
    const to = ['cy@customer.dev', 'Di <di@customer.dev>', 'delivered@simulator.test'];
    const { body } = await owner.post(id, 'test', { to: ['CY@customer.dev', ...to] }).expect(200);
    expect(body).to.include({ object: 'campaign_test' });
    expect(body.ids).to.have.length(3);
    for (const [index, emailId] of body.ids.entries()) {
      const email = await owner.read(`/emails/${emailId}`);
      expect(email).to.deep.include({
        to: [to[index]],
        subject: 'Hi friend',
        source: 'api',
        campaign_id: null,
      });
    }
    expect((await owner.read(`/emails/${body.ids[1]}`)).html).to.include('<p>di@customer.dev</p>');
    const known = await owner.post(id, 'test', { to: 'cy@customer.dev', contact_id: owner.contactId });
    const shown = await owner.read(`/emails/${known.body.ids[0]}`);
    expect(shown).to.deep.include({ subject: 'Hi Bo', to: ['cy@customer.dev'] });
    expect(shown.html).to.include('<p>bo@customer.dev</p>');
    const usage = await app.pool.query('SELECT DISTINCT used FROM email_usage WHERE account_id = $1', [
      owner.accountId,
    ]);
    expect(usage.rows).to.deep.equal([{ used: 4 }]);
  });

  it('Measures neither opens nor clicks of a test of a campaign, and leaves it out of the figures.', async () => {
    await app.pool.query('UPDATE domains SET open_tracking = true, click_tracking = true');
    const { id } = await owner.made({ tracking: { opens: true, clicks: true } });
    const { body } = await owner.post(id, 'test', { to: 'cy@customer.dev' }).expect(200);
    const email = await owner.read(`/emails/${body.ids[0]}`);
    expect(email).to.deep.include({ tracking: { opens: false, clicks: false }, campaign_id: null });
    const counted = [await owner.count('campaign_recipients'), await owner.count('campaign_metrics')];
    expect(counted).to.deep.equal([0, 0]);
  });

  it('Gives the mail of a test links by which its address can unsubscribe.', async () => {
    const { id } = await owner.made({ html: UNSUBSCRIBE, text: 'Leave: {{{UNSUBSCRIBE_URL}}}' });
    const { body } = await owner.post(id, 'test', { to: 'cy@customer.dev' }).expect(200);
    const { html, text } = await owner.read(`/emails/${body.ids[0]}`);
    const [, link = ''] = /href="([^"]*)"/.exec(html) ?? [];
    expect(text).to.equal(`Leave: ${link}`);
    await app.as().post(new URL(link).pathname).type('form').send('List-Unsubscribe=One-Click').expect(200);
    const { unsubscribed } = await owner.read('/people/cy@customer.dev');
    expect(unsubscribed).to.include({ by: 'person', email_id: body.ids[0] });
  });

  it('Rejects a test of a campaign to an address on a reserved domain with reserved_recipient 422 and sends nothing.', async () => {
    const { id } = await owner.made();
    for (const address of ['bo@example.com', 'bo@mail.test'])
      expectError(
        await owner.post(id, 'test', { to: ['cy@customer.dev', address] }),
        422,
        'reserved_recipient',
      );
    expect(await owner.count('emails')).to.equal(0);
  });

  it('Rejects a test of a campaign to more than five addresses, or to something that is no address, with 422.', async () => {
    const { id } = await owner.made();
    const many = Array.from({ length: 6 }, (_, index) => `a${index}@customer.dev`);
    expectError(await owner.post(id, 'test', { to: many }), 422, 'validation_error');
    expectError(await owner.post(id, 'test', { to: 'bo' }), 422, 'invalid_to_address');
    for (const to of [undefined, null, '', []])
      expectError(await owner.post(id, 'test', { to }), 422, 'missing_required_field');
    expect(await owner.count('emails')).to.equal(0);
  });
});
