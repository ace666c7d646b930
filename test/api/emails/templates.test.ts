// Sending with templates (docs/reference/emails.md#templates).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { createTemplate, type TemplateSourceFields } from '../../support/template-factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createSender, type Sender } from './sender.ts';

const NAME = { key: 'NAME', type: 'string', fallbackValue: null } as const;

describe('Sending with a template', () => {
  const app = useApp();
  let sender: Sender;
  let api: ReturnType<typeof app.as>;
  beforeEach(async () => {
    sender = await createSender(app);
    api = app.as(sender.token);
  });
  const template = (fields: TemplateSourceFields = {}) =>
    createTemplate(app.pool, sender.accountId, { variables: [NAME], ...fields });
  const send = (fields: object) =>
    api.post('/emails').send(sender.body({ text: undefined, subject: undefined, ...fields }));
  const sent = async (fields: object) => {
    const { status, body } = await send(fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(Object.keys(body)).to.deep.equal(['id']);
    return (await api.get(`/emails/${body.id}`)).body;
  };
  const stored = async () => (await api.get('/emails')).body.data.length;

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

  it('Rejects an email that names two templates, or a template and html or text, or variables twice or without a template, with validation_error 422.', async () => {
    const { id } = await template({ alias: 'welcome' });
    for (const fields of [
      { template: { id }, template_id: id },
      { template_id: id, template_alias: 'welcome' },
      { template: { id, alias: 'welcome' } },
      { template: {} },
      { template: { variables: {} }, template_id: id },
      { template: { id: 'not a name' } },
      { template_id: '' },
      { template: { id, variables: {} }, variables: {} },
      { template: { id, variables: ['Bo'] } },
      { template_id: id, variables: 'Bo' },
      { variables: { NAME: 'Bo' }, html: '<p>Hello</p>', subject: 'Hello' },
      { template_id: id, html: '<p>Hello</p>' },
      { template_id: id, text: 'Hello' },
    ])
      expectError(await send(fields), 422, 'validation_error');
    expect(await stored()).to.equal(0);
  });

  it('Rejects an unknown template with not_found 404, also one of another account, and a draft with validation_error 422.', async () => {
    const other = await createTemplate(app.pool, (await createApiKey(app.pool)).accountId, {
      alias: 'theirs',
    });
    for (const name of [UNKNOWN_ID, 'unknown', other.id, 'theirs'])
      expect(expectError(await send({ template: { id: name } }), 404, 'not_found')).to.equal(
        'Template not found.',
      );
    const draft = await template({ isPublished: false });
    expect(
      expectError(await send({ template_id: draft.id, variables: { NAME: 'Bo' } }), 422, 'validation_error'),
    ).to.include('draft');
  });

  it('Rejects an email when a variable has neither a value nor a fallback, or a value of another type, with validation_error 422.', async () => {
    const { id } = await template();
    for (const variables of [undefined, {}, { NAME: null }, { name: 'Bo' }, { NAME: 5 }, { NAME: ['Bo'] }])
      expect(expectError(await send({ template_id: id, variables }), 422, 'validation_error')).to.include(
        'NAME',
      );
    expect(await stored()).to.equal(0);
  });

  it('Rejects an email when neither the request nor the template has a sender or a subject, with missing_required_field 422.', async () => {
    const { id } = await template({ subject: null });
    const variables = { NAME: 'Bo' };
    expect(expectError(await send({ template_id: id, variables }), 422, 'missing_required_field')).to.include(
      'subject',
    );
    const senderless = { subject: 'Hello', from: undefined, template_id: id, variables };
    expect(expectError(await send(senderless), 422, 'missing_required_field')).to.include('from');
  });

  it('Rejects an email whose rendered subject, sender or reply address has a line break, or is no valid one, with 422.', async () => {
    const { id } = await template({ from: '{{{NAME}}}', html: '<p>Hello</p>' });
    for (const [name, error] of [
      ['Bo\nBcc: di@customer.dev', 'validation_error'],
      ['Bo\r', 'validation_error'],
      ['nobody', 'invalid_from_address'],
    ] as const)
      expectError(
        await send({ from: undefined, subject: 'Hello', template_id: id, variables: { NAME: name } }),
        422,
        error,
      );
    expectError(
      await send({ template_id: id, variables: { NAME: 'Bo\nBcc: x@y.dev' } }),
      422,
      'validation_error',
    );
    expectError(
      await send({ template_id: id, variables: { NAME: 'x'.repeat(999) } }),
      422,
      'validation_error',
    );
    const replying = await template({ html: '<p>Hello</p>', subject: 'Hello' });
    await app.pool.query(`UPDATE template_versions SET reply_to = '{"{{{NAME}}}"}' WHERE id = $1`, [
      replying.versionId,
    ]);
    for (const NAME of ['a@acme.dev\nBcc: b@acme.dev', 'nobody'])
      expectError(await send({ template_id: replying.id, variables: { NAME } }), 422, 'validation_error');
    expect(await stored()).to.equal(0);
  });

  it('Keeps in a scheduled email what its template was when it was accepted.', async () => {
    const { id } = await template();
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
    await api.post('/contact-properties').send(plan).expect(201);
    await api.post('/contact-properties').send({ key: 'age', type: 'number' }).expect(201);
    const { rows } = await app.pool.query<{ audience_id: string }>(
      'SELECT audience_id FROM domains WHERE id = $1',
      [sender.domain.id],
    );
    const audience = `/audiences/${rows[0]?.audience_id}/contacts`;
    await api
      .post(audience)
      .send({ email: 'Bo@customer.dev', first_name: 'Bo', properties: { age: 7 } })
      .expect(201);
    const other = (await api.post('/audiences').send({ name: 'Other' })).body.id;
    await api
      .post(`/audiences/${other}/contacts`)
      .send({ email: 'cy@customer.dev', first_name: 'Cy' })
      .expect(201);
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
    expect((await api.get('/emails')).body.data[0].template_id).to.equal(id);
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
      const refused = await api.post('/emails/batch').send(batch);
      expectError(refused, 422, 'validation_error', 'index');
      expect(refused.body.index).to.equal(2);
      expectError(await api.post('/emails/batch').send([batch[0], batch[3]]), 404, 'not_found', 'index');
      expect(await stored()).to.equal(0);
    });

    it('a permissive batch leaves the refused ones out', async () => {
      const answer = await api.post('/emails/batch').set('x-batch-validation', 'permissive').send(batch);
      expect(answer.body.errors.map(({ index }: { index: number }) => index)).to.deep.equal([2, 3]);
      const subjects = await Promise.all(
        answer.body.data.map(async ({ id }: { id: string }) => (await api.get(`/emails/${id}`)).body.subject),
      );
      expect(subjects).to.deep.equal(['Hello Bo', 'Hello', 'Hello Cy']);
      const none = await api
        .post('/emails/batch')
        .set('x-batch-validation', 'permissive')
        .send([batch[2], batch[3]]);
      expectError(none, 422, 'validation_error', 'errors');
    });
  });
});
