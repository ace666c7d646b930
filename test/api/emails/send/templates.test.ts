// Sending with templates (docs/reference/emails.md#templates).
import { expect } from 'chai';
import type { ErrorName } from '../../../../shared/contract/errors.ts';
import { DAY_MS } from '../../../../shared/platform/time/durations.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createApiKey } from '../../../support/factories/factories.ts';
import { createTemplate, type TemplateSourceFields } from '../../../support/factories/template-factories.ts';
import { type Fields, UNKNOWN_ID } from '../../specimen.ts';
import { useSender } from '../sender.ts';

const PERMISSIVE = { 'x-batch-validation': 'permissive' };
const NAME = { key: 'NAME', type: 'string', fallbackValue: null } as const;

describe('Sending with a template', () => {
  const app = useApp();
  const sender = useSender(app);
  const template = (fields: TemplateSourceFields = {}) =>
    createTemplate(app.pool, sender.accountId, { variables: [NAME], ...fields });
  const blank = { text: undefined, subject: undefined };
  const sent = (fields: Fields) => sender.sent({ ...blank, ...fields });
  const refused = (fields: Fields, name?: ErrorName) => sender.refused({ ...blank, ...fields }, name);

  it('Sends a template by its id or alias, in template, template_id or template_alias, with variables next to template or inside.', async () => {
    const { id } = await template({ alias: 'welcome' });
    const variables = { NAME: 'Bo' };
    for (const fields of [
      { template: { id, variables } },
      { template: { id: 'welcome' }, variables },
      { template: { alias: 'welcome', variables } },
      { template_id: id.toUpperCase(), variables },
      { template_id: 'welcome', variables },
      { template_alias: 'welcome', variables, template: null },
    ])
      expect(await sent(fields)).to.include({
        subject: 'Hello Bo',
        html: '<p>Hello Bo</p>',
        text: null,
        template_id: id,
      });
  });

  it('Takes from, subject, reply_to and preview_text from the template unless the request gives them.', async () => {
    const from = `{{{NAME}}} <bo@${sender.domain.name}>`;
    const { id, versionId } = await template({ from });
    await app.pool.query(
      `UPDATE template_versions SET reply_to = '{"{{{NAME}}}@acme.dev"}', preview_text = 'For {{ NAME }}' WHERE id = $1`,
      [versionId],
    );
    const variables = { NAME: 'Cy' };
    expect(await sent({ from: undefined, template: { id, variables } })).to.deep.include({
      from: `Cy <bo@${sender.domain.name}>`,
      subject: 'Hello Cy',
      reply_to: ['Cy@acme.dev'],
      preview_text: 'For Cy',
    });
    const own = {
      from: `ana@${sender.domain.name}`,
      subject: 'Own {{{NAME}}}',
      reply_to: ['own@acme.dev'],
      preview_text: 'Own',
    };
    expect(await sent({ ...own, template: { id, variables } })).to.deep.include(own);
  });

  it('Rejects an unknown template with not_found 404, also one of another account, and a draft with validation_error 422.', async () => {
    const other = await createTemplate(app.pool, (await createApiKey(app.pool)).accountId, {
      alias: 'theirs',
    });
    for (const name of [UNKNOWN_ID, 'unknown', other.id, 'theirs'])
      expect(await refused({ template: { id: name } }, 'not_found')).to.equal('Template not found.');
    const { id } = await template({ isPublished: false });
    expect(await refused({ template_id: id, variables: { NAME: 'Bo' } })).to.include('draft');
  });

  it('Rejects an email when neither the request nor the template has a sender or a subject, with missing_required_field 422.', async () => {
    const { id } = await template({ subject: null });
    const variables = { NAME: 'Bo' };
    const fields = { template_id: id, variables };
    expect(await refused(fields, 'missing_required_field')).to.include('subject');
    const senderless = { ...fields, subject: 'Hello', from: undefined };
    expect(await refused(senderless, 'missing_required_field')).to.include('from');
  });

  it('Rejects an email whose rendered subject, sender or reply address has a line break, or is no valid one, with 422.', async () => {
    const { id } = await template({ from: '{{{NAME}}}', html: '<p>Hello</p>' });
    for (const [name, error] of [
      ['Bo\nBcc: di@customer.dev', 'validation_error'],
      ['Bo\r', 'validation_error'],
      ['nobody', 'invalid_from_address'],
    ] as const)
      await refused({ from: undefined, subject: 'Hello', template_id: id, variables: { NAME: name } }, error);
    for (const NAME of ['Bo\nBcc: x@y.dev', 'x'.repeat(999)])
      await refused({ template_id: id, variables: { NAME } });
    const replying = await template({ html: '<p>Hello</p>', subject: 'Hello' });
    await app.pool.query(`UPDATE template_versions SET reply_to = '{"{{{NAME}}}"}' WHERE id = $1`, [
      replying.versionId,
    ]);
    for (const NAME of ['a@acme.dev\nBcc: b@acme.dev', 'nobody'])
      await refused({ template_id: replying.id, variables: { NAME } });
  });

  it('Keeps in a scheduled email what its template was when it was accepted.', async () => {
    const { id } = await template();
    const { api } = sender;
    const email = await sent({
      template_id: id,
      variables: { NAME: 'Bo' },
      scheduled_at: new Date(app.clock.now().getTime() + DAY_MS).toISOString(),
    });
    await api.patch(`/templates/${id}`).send({ subject: 'Changed', html: '<p>Changed</p>' }).expect(200);
    await api.post(`/templates/${id}/publish`).expect(200);
    expect((await api.get(`/emails/${email.id}`)).body).to.include({
      status: 'pending',
      subject: 'Hello Bo',
      html: '<p>Hello Bo</p>',
    });
    expect(await sent({ template_id: id })).to.include({ subject: 'Changed' });
  });

  it("Shows the values of the contact that has the only to address, in the audience of the sender's domain.", async () => {
    const plan = { key: 'plan', type: 'string', fallback_value: 'free' };
    await sender.make('/contact-properties', plan);
    await sender.make('/contact-properties', { key: 'age', type: 'number' });
    const { rows } = await app.pool.query<{ audience_id: string }>(
      'SELECT audience_id FROM domains WHERE id = $1',
      [sender.domain.id],
    );
    const audience = `/audiences/${rows[0]?.audience_id}/contacts`;
    await sender.make(audience, { email: 'Bo@customer.dev', first_name: 'Bo', properties: { age: 7 } });
    const other = await sender.make('/audiences', { name: 'Other' });
    await sender.make(`/audiences/${other}/contacts`, { email: 'cy@customer.dev', first_name: 'Cy' });
    const html =
      '{{{FIRST_NAME|there}}},{{ contact.last_name }},{{ contact.properties.plan }},{{ contact.properties.age }},{{ EMAIL }}';
    const { id } = await template({ subject: 'Hello', html });
    const htmlFor = async (to: string[]) => (await sent({ template_id: id, to })).html;
    expect(await htmlFor(['bo@customer.dev'])).to.equal('Bo,,free,7,bo@customer.dev');
    expect(await htmlFor(['bo@customer.dev', 'Bo <BO@customer.dev>'])).to.equal('Bo,,free,7,bo@customer.dev');
    expect(await htmlFor(['cy@customer.dev'])).to.equal('there,,free,,cy@customer.dev');
    expect(await htmlFor(['bo@customer.dev', 'cy@customer.dev'])).to.equal('there,,,,');
  });

  it('Answers the contents as they were rendered, and the id of the template.', async () => {
    const { id } = await template({ html: '<p>{{ NAME }} {{{UNSUBSCRIBE_URL}}}</p>', text: 'Hi {{ NAME }}' });
    expect(await sent({ template_id: id, variables: { NAME: '<Bo>' } })).to.include({
      template_id: id,
      html: '<p>&lt;Bo&gt; {{{UNSUBSCRIBE_URL}}}</p>',
      text: 'Hi <Bo>',
    });
    expect((await sender.read('/emails')).data[0].template_id).to.equal(id);
  });

  describe('Renders each email of a batch, and answers the refusal of one with its `index`.', () => {
    const item = (id: string, variables: object) =>
      sender.body({ text: undefined, subject: undefined, template: { id, variables } });
    let batch: object[];
    beforeEach(async () => {
      const { id } = await template({ alias: 'welcome' });
      batch = [
        item(id, { NAME: 'Bo' }),
        sender.body(),
        item('welcome', {}),
        item('unknown', {}),
        item(id, { NAME: 'Cy' }),
      ];
    });

    it('a strict batch stores nothing', async () => {
      const answer = await sender.batch(batch);
      expectError(answer, 422, 'validation_error', 'index');
      expect(answer.body.index).to.equal(2);
      expectError(await sender.batch([batch[0], batch[3]]), 404, 'not_found', 'index');
      expect(await sender.count('emails')).to.equal(0);
    });

    it('a permissive batch leaves the refused ones out', async () => {
      const answer = await sender.batch(batch, PERMISSIVE);
      expect(answer.body.errors.map(({ index }: { index: number }) => index)).to.deep.equal([2, 3]);
      const subjects = await Promise.all(
        answer.body.data.map(async ({ id }: { id: string }) => (await sender.read(`/emails/${id}`)).subject),
      );
      expect(subjects).to.deep.equal(['Hello Bo', 'Hello', 'Hello Cy']);
      const none = await sender.batch([batch[2], batch[3]], PERMISSIVE);
      expectError(none, 422, 'validation_error', 'errors');
    });
  });
});
