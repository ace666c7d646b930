// The templates of the Node SDK of Resend, unchanged, and templates that are written with React Email
// (docs/reference/clients.md).
import { render } from '@react-email/render';
import { expect } from 'chai';
import { createElement } from 'react';
import { Resend } from 'resend';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { useApp } from '../support/api/app.ts';
import { succeed } from './support/succeed.ts';
import { expectError } from './support/use-resend.ts';
import WelcomeEmail from './support/welcome-email.tsx';

describe('Templates of the newest SDK of Resend', () => {
  const app = useApp();
  let resend: Resend;
  let sender: Sender;
  beforeEach(async () => {
    sender = await createSender(app);
    resend = new Resend(sender.token, { baseUrl: app.url });
  });

  it('The newest SDK of Resend creates, publishes, lists, gets, updates, duplicates and removes templates, and sends with them.', async () => {
    const { templates } = resend;
    const variables = [
      { key: 'NAME', type: 'string' as const },
      { key: 'SEATS', type: 'number' as const, fallbackValue: 1 },
    ];
    const html = '<p>{{{NAME}}}: {{{SEATS}}}</p>';
    const from = `Ana <ana@${sender.domain.name}>`;
    const created = await succeed(
      templates
        .create({
          name: 'Welcome',
          alias: 'welcome',
          from,
          subject: 'Hi {{{NAME}}}',
          replyTo: 'help@acme.dev',
          html,
          variables,
        })
        .publish(),
    );
    expect(created).to.deep.include({ object: 'template' });
    const { id } = created;
    const shown = await succeed(templates.get('welcome'));
    expect(shown).to.deep.include({
      object: 'template',
      id,
      name: 'Welcome',
      status: 'published',
      html,
      text: null,
      reply_to: ['help@acme.dev'],
      has_unpublished_versions: false,
    });
    expect(shown.variables?.map(({ key, fallback_value }) => [key, fallback_value])).to.deep.equal([
      ['NAME', null],
      ['SEATS', 1],
    ]);
    const copy = await succeed(Promise.resolve(templates.duplicate(id)));
    expect((await succeed(templates.list({ limit: 1 }))).data[0]).to.deep.include({
      id: copy.id,
      alias: null,
      status: 'draft',
    });
    expect(await succeed(templates.update('welcome', { subject: 'Hello {{{NAME}}}' }))).to.deep.include({
      id,
    });
    const send = () =>
      resend.emails.send({
        to: 'bo@customer.dev',
        template: { id: 'welcome', variables: { NAME: 'Bo', SEATS: 3 } },
      });
    const first = await succeed(send());
    await succeed(templates.publish(id));
    const second = await succeed(send());
    const batch = await succeed(
      resend.batch.send([{ to: 'cy@customer.dev', template: { id, variables: { NAME: 'Cy' } } }]),
    );
    const subjects = await Promise.all(
      [first.id, second.id, batch.data[0]?.id ?? ''].map(
        async (email) => (await succeed(resend.emails.get(email))).subject,
      ),
    );
    expect(subjects).to.deep.equal(['Hi Bo', 'Hello Bo', 'Hello Cy']);
    await expectError(
      resend.emails.send({ to: 'bo@customer.dev', template: { id } }),
      'validation_error',
      422,
    );
    await expectError(
      resend.emails.send({
        to: 'bo@customer.dev',
        from,
        subject: 'Hi',
        template: { id: copy.id, variables: { NAME: 'Bo' } },
      }),
      'validation_error',
      422,
    );
    expect(await succeed(templates.remove(copy.id))).to.deep.include({
      object: 'template',
      id: copy.id,
      deleted: true,
    });
    await expectError(templates.get(copy.id), 'not_found', 404);
  });

  it('Renders a template that is written with React Email as its library renders the email.', async () => {
    const created = await succeed(
      resend.templates
        .create({
          name: 'Welcome',
          subject: 'Hi',
          react: createElement(WelcomeEmail, { name: '{{{NAME}}}' }),
          variables: [{ key: 'NAME', type: 'string' }],
        })
        .publish(),
    );
    const { body } = await app
      .as(sender.token)
      .post(`/templates/${created.id}/preview`)
      .send({ variables: { NAME: 'Bo' } });
    expect(body.html).to.equal(await render(createElement(WelcomeEmail, { name: 'Bo' })));
  });
});
