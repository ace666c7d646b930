// Specimens of answers to received emails for the tests of all routes (test/api/specimen.ts): valid requests and answers.
import type { TestApp } from '../../../support/api/app.ts';
import { createReceived } from '../../../support/factories/received-factories.ts';
import { createSender } from '../../emails/sender.ts';
import { type ExpectAnswer, exampleOf, type GoodRequest } from '../../specimen.ts';

/** Operation id → a good request. */
export const GOOD_ANSWERS: Readonly<Record<string, GoodRequest>> = {
  forwardReceivedEmail: {
    body: {
      to: ['bo@customer.dev', 'Cy <cy@customer.dev>'],
      from: 'Ana <ana@acme.dev>',
      passthrough: false,
      html: '<p>See</p>',
      text: 'See',
    },
  },
  replyToReceivedEmail: {
    body: {
      from: 'Ana <ana@acme.dev>',
      html: '<p>Thank you</p>',
      text: 'Thank you',
      cc: 'cy@customer.dev',
      bcc: ['di@customer.dev'],
      reply_all: true,
      attachments: [{ filename: 'a.txt', content: 'YQ==' }, { path: 'https://files.customer.dev/b.pdf' }],
    },
  },
};

/** Defines the tests that compare the answers with their descriptions. */
export function compareAnswers(app: TestApp, expectAnswer: ExpectAnswer): void {
  it('Answers forward and reply with exactly the fields that openapi.json describes.', async () => {
    const { api, accountId, domain } = await createSender(app);
    const { id } = await createReceived(app.pool, accountId, {
      domainId: domain.id,
      receivedFor: [`help@${domain.name}`],
    });
    const path = `/emails/receiving/${id}`;
    const forwarded = await api.post(`${path}/forward`).send(exampleOf('forwardReceivedEmail'));
    expectAnswer('forwardReceivedEmail', forwarded.status, forwarded.body);
    const replied = await api.post(`${path}/reply`).send(exampleOf('replyToReceivedEmail'));
    expectAnswer('replyToReceivedEmail', replied.status, replied.body);
  });
}
