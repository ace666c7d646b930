// The language of templates, their faults, and previews (docs/reference/templates.md#the-language).
import { expect } from 'chai';
import { HOSTILE_TEMPLATES } from '../../shared/mail/templates/hostile-templates.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';

/** False: the values are nested so deeply that JSON.stringify fails; the API refuses such bodies at 100 levels. */
function isWritable(body: object): boolean {
  try {
    return JSON.stringify(body) !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

describe('Rendering templates', () => {
  const app = useApp();
  const account = useAccount(app);
  const create = (body: object) => account.api.post('/templates').send({ name: 'News', ...body });
  const preview = (body: object) => account.api.post('/templates/preview').send(body);
  const expectPreview = async (body: object, expected: object) => {
    const answer = await preview(body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect(answer.body).to.deep.include(expected);
  };
  const NAME = { key: 'NAME', type: 'string', fallback_value: 'declared' };

  it('Renders raw values and fallbacks in triple braces, and Liquid escaped in html and unescaped elsewhere.', () =>
    expectPreview(
      {
        subject: 'Re: {{ NAME }}',
        html: '<p>{{{NAME}}} {{ NAME }} {{{CODE|<i>"it\'s"</i>}}}{% for i in LIST %} {{ i }}{% endfor %}</p>',
        text: '{{ NAME | upcase }}',
        variables: { NAME: '<b>Bo</b> & co', CODE: '', LIST: [1, 2] },
      },
      {
        object: 'template_preview',
        subject: 'Re: <b>Bo</b> & co',
        html: '<p><b>Bo</b> & co &lt;b&gt;Bo&lt;/b&gt; &amp; co  1 2</p>',
        text: '<B>BO</B> & CO',
      },
    ));

  it('Prefers a given value to the fallback in its place, and that to the declared fallback_value.', async () => {
    const body = { subject: '{{{NAME|inline}}} {{{NAME}}} {{ NAME }}', variables: [NAME] };
    await expectPreview({ ...body, values: { NAME: 'Bo' } }, { subject: 'Bo Bo Bo' });
    await expectPreview(body, { subject: 'inline declared declared' });
  });

  it('Renders empty texts for the contact of an address that is none, and fallbacks for its properties.', async () => {
    const subject = '[{{{contact.first_name}}}{{ contact.properties.plan }}{{{LAST_NAME|there}}}]';
    await expectPreview({ subject }, { subject: '[there]' });
    const contact = { first_name: 'Bo', properties: { plan: 'pro' } };
    await expectPreview({ subject, contact }, { subject: '[Boprothere]' });
  });

  describe('Rejects a source with faults of its syntax when it is saved, with validation_error 422 and the line and column of each.', () => {
    it('in every field', async () => {
      const answer = await create({
        subject: 'Hello {{{NAME',
        html: '<p>\n  {% if NAME %}</p>',
        text: '{{ NAME | }',
      });
      expect(expectError(answer, 422, 'validation_error', 'problems')).to.match(
        /`subject`, line 1, column 7/,
      );
      const places = answer.body.problems.map(({ field, line, column }: Record<string, unknown>) => [
        field,
        line,
        column,
      ]);
      expect(places).to.deep.equal([
        ['subject', 1, 7],
        ['html', 2, 3],
        ['text', 1, 1],
      ]);
    });

    it('in a change, which changes nothing', async () => {
      const { id } = (await create({ subject: 'One' })).body;
      expectError(
        await account.api.patch(`/templates/${id}`).send({ subject: '{% endif %}', name: 'Lost' }),
        422,
        'validation_error',
        'problems',
      );
      expect(await account.read(`/templates/${id}`)).to.include({ subject: 'One', name: 'News' });
    });
  });

  it('Rejects publishing, previewing and testing a template that uses undeclared variables or unknown names, with validation_error 422 and the place of each.', async () => {
    const subject =
      '{{{NAME}}} {{ OTHER }} {{ contact.colour }} {{{event.order.id|0}}} {{{UNSUBSCRIBE_URL}}} {{{POLL}}}';
    const html = '{{{UNSUBSCRIBE_URL}}} {{ PREFERENCES_URL }}';
    const { id } = (await create({ subject, html, variables: [NAME] })).body;
    for (const [path, body] of [
      ['publish', undefined],
      ['preview', {}],
      ['test', { to: 'bo@customer.dev' }],
    ] as const) {
      const answer = await account.api.post(`/templates/${id}/${path}`).send(body);
      expectError(answer, 422, 'validation_error', 'problems');
      expect(answer.body.problems.map(({ column }: { column: number }) => column)).to.deep.equal([
        15, 27, 68, 90,
      ]);
    }
    expect((await account.read(`/templates/${id}`)).status).to.equal('draft');
  });

  it('Names the reserved name that is meant when a template has it in another case, such as `{{{unsubscribe_url}}}`.', async () => {
    const html = '{{{unsubscribe_url}}} {{ First_Name }} {{{poll}}} {{ email_address }} {{ email }}';
    const variables = [{ key: 'email', type: 'string' }];
    const answer = await account.api.post('/templates/preview').send({ html, variables });
    expectError(answer, 422, 'validation_error', 'problems');
    const hints = answer.body.problems.map(({ message }: { message: string }) => message.split('; ')[1]);
    expect(hints).to.deep.equal([
      'did you mean `{{{UNSUBSCRIBE_URL}}}`?',
      'did you mean `{{{FIRST_NAME}}}`?',
      'did you mean `{{{POLL}}}`?',
      undefined,
    ]);
  });

  it('Rejects a tag or a filter that is not supported with validation_error 422.', async () => {
    for (const [source, word] of [
      ['{% include "x" %}', 'include'],
      ['{% render "x" %}', 'render'],
      ['{% layout "x" %}', 'layout'],
      ['{% block a %}{% endblock %}', 'block'],
      ['{{ NAME | where_exp: "i", "i" }}', 'where_exp'],
      ['{{ NAME | no_such }}', 'no_such'],
    ])
      expect(
        expectError(await create({ html: source, variables: [NAME] }), 422, 'validation_error', 'problems'),
      ).to.include(word);
  });

  it('Rejects a source of more than 512 KiB with validation_error 422.', async () => {
    await create({ html: 'x'.repeat(512 * 1024) }).expect(201);
    expectError(
      await create({ html: 'x'.repeat(300 * 1024), text: 'é'.repeat(110 * 1024) }),
      422,
      'validation_error',
      'problems',
    );
  });

  it('Renders the newest version of a template with given values, and sends nothing.', async () => {
    const body = {
      from: 'Ana <ana@acme.dev>',
      subject: 'Hi {{{NAME}}}',
      reply_to: ['{{{NAME}}}@acme.dev'],
      preview_text: 'Look',
      html: '<p>Hi</p>',
      variables: [NAME],
    };
    const { id } = (await create(body)).body;
    await account.api.post(`/templates/${id}/publish`).expect(200);
    await account.api.patch(`/templates/${id}`).send({ subject: 'Hello {{{NAME}}}' }).expect(200);
    const answer = await account.api.post(`/templates/${id}/preview`).send({ variables: { NAME: 'bo' } });
    expect([answer.status, answer.body]).to.deep.equal([
      200,
      {
        object: 'template_preview',
        from: 'Ana <ana@acme.dev>',
        subject: 'Hello bo',
        reply_to: ['bo@acme.dev'],
        preview_text: 'Look',
        html: '<p>Hi</p>',
        text: 'Hi',
        warnings: [],
      },
    ]);
    expect((await account.read('/emails')).data).to.deep.equal([]);
  });

  describe('Warns of a value of the contact that a template prints and that is empty without a fallback, and renders the preview all the same.', () => {
    const subject = 'Hello {{{FIRST_NAME}}}, {{{LAST_NAME|friend}}}';
    const html = '{% if contact.last_name %}{{ contact.last_name }}{% endif %}{{ contact.properties.city }}';
    const warningOf = (name: string) => `\`${name}\` is empty for this contact and has no fallback.`;
    const warnings = ['FIRST_NAME', 'contact.properties.city'].map(warningOf);
    const complete = { first_name: 'Bo', properties: { city: 'Ulm' } };

    it('in the preview of a template', async () => {
      const { id } = (await create({ subject, html })).body;
      const ask = async (contact: object) =>
        (await account.api.post(`/templates/${id}/preview`).send({ contact }).expect(200)).body;
      expect(await ask({ email: 'bo@customer.dev' })).to.deep.include({
        subject: 'Hello , friend',
        warnings,
      });
      expect(await ask(complete)).to.deep.include({ subject: 'Hello Bo, friend', warnings: [] });
    });

    it('in the preview of a template that is not saved, also without a contact', async () => {
      await expectPreview({ subject, html }, { subject: 'Hello , friend', warnings });
      await expectPreview({ subject, html, contact: complete }, { warnings: [] });
    });
  });

  it('Renders a template that is not saved, with values alone or with declarations and values.', async () => {
    await expectPreview(
      { html: '<p>{{{NAME}}}</p>', variables: { NAME: 'Bo' } },
      { html: '<p>Bo</p>', subject: null },
    );
    await expectPreview(
      { html: '<p>{{{NAME}}}</p>', variables: [NAME], values: { NAME: 'Bo' } },
      { html: '<p>Bo</p>' },
    );
    expect((await account.read('/templates')).data).to.deep.equal([]);
  });

  it('Rejects a preview for the same reasons as a send: a missing variable, a wrong type, a line break in a header.', async () => {
    const required = { ...NAME, fallback_value: null };
    for (const [body, word] of [
      [{ html: '{{{NAME}}}', variables: [required] }, 'NAME'],
      [{ html: '{{{NAME}}}', variables: [required], values: { NAME: 5 } }, 'NAME'],
      [{ subject: '{{{NAME}}}', variables: { NAME: 'a\r\nBcc: x@y.dev' } }, 'subject'],
      [{ from: '{{{NAME}}} <a@acme.dev>', variables: { NAME: 'a\nb' } }, 'from'],
      [{ subject: 'x'.repeat(999) }, 'subject'],
      [{ reply_to: 'nobody' }, 'reply_to'],
    ] as const)
      expect(expectError(await preview(body), 422, 'validation_error')).to.include(word);
    expectError(await preview({ from: 'nobody' }), 422, 'invalid_from_address');
  });

  it('Answers hostile templates with a preview or with validation_error 422.', async () => {
    expect(HOSTILE_TEMPLATES.length).to.be.at.least(40);
    const sent: { name: string; body: object }[] = [];
    let unwritable = 0;
    for (const { name, source, variables = [], values = {} } of HOSTILE_TEMPLATES) {
      const { replyTo, previewText, ...fields } = source;
      const declared = variables.map(({ key, type, fallbackValue }) => ({
        key,
        type,
        fallback_value: fallbackValue,
      }));
      const body = {
        ...fields,
        reply_to: replyTo,
        preview_text: previewText,
        variables: declared,
        values,
      };
      if (!isWritable(body)) unwritable += 1;
      else sent.push({ name, body });
    }
    expect(unwritable).to.be.at.most(3);
    for (const { name, body } of sent) {
      const answer = await preview(body);
      expect([200, 422], `${name}: ${JSON.stringify(answer.body).slice(0, 300)}`).to.include(answer.status);
      if (answer.status === 422) expect(answer.body.name).to.match(/validation_error|missing_required_field/);
    }
  });
});
