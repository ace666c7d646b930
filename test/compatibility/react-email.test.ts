// Emails written with React Email, unchanged packages: rendered by each version of Resend's SDK, or by their authors
// before they send (docs/reference/clients.md#react-email).
import { render } from '@react-email/render';
import { expect } from 'chai';
import { createElement, type ReactElement } from 'react';
import { createResend, findRender, RESEND_VERSIONS } from './support/resend-versions.ts';
import { useService } from './support/use-service.ts';
import WelcomeEmail from './support/welcome-email.tsx';

describe('Delivers an email written with React Email as its library renders it, with a text part.', () => {
  const service = useService();
  const email = (react: ReactElement) => ({
    from: `ana@${service.sender.domain.name}`,
    to: 'bo@customer.dev',
    subject: 'Hello',
    react,
  });
  const expectDelivered = async (id: string | undefined, html: string, name: string) => {
    expect(html).to.include(`Grüße, <!-- -->${name}<!-- --> 🎉`);
    const mail = await service.whenDelivered(id ?? expect.fail('There is no id.'));
    expect(mail.html).to.equal(html);
    expect(mail.text).to.include('Thank you for your order of “Tea & Cups”.');
    expect(mail.text).to.include('https://acme.dev/start?a=1&b=2');
  };

  for (const sdk of RESEND_VERSIONS) {
    it(`by the field react of the SDK ${sdk.version}, in one email and in a batch`, async () => {
      const resend = await createResend(sdk, service.sender.token, service.app.url);
      const renderWithSdk = findRender(sdk);
      const elements = ['Ana', 'Bo', 'Cy'].map((name) => createElement(WelcomeEmail, { name }));
      const [ana, bo, cy] = elements as [ReactElement, ReactElement, ReactElement];
      const [anaHtml = '', boHtml = '', cyHtml = ''] = await Promise.all(elements.map(renderWithSdk));
      const sent = await resend.emails.send(email(ana));
      await expectDelivered(sent.data?.id, anaHtml, 'Ana');
      const batch = await resend.batch.send([email(bo), email(cy)]);
      await expectDelivered(batch.data?.data[0]?.id, boHtml, 'Bo');
      await expectDelivered(batch.data?.data[1]?.id, cyHtml, 'Cy');
    });
  }

  it('rendered to html and text before the request', async () => {
    const element = createElement(WelcomeEmail, { name: 'Di' });
    const html = await render(element);
    const text = await render(element, { plainText: true });
    const { body } = await service.sender.send({ html, text });
    await expectDelivered(body.id, html, 'Di');
    expect((await service.whenDelivered(body.id)).text?.trim()).to.equal(text.trim());
  });
});
