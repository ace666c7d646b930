// Flow test with real processes: a language model writes a template, which is published, sent with and delivered; and a web
// process that is stopped while the model writes answers its client and gives the credit back.
import { expect } from 'chai';
import { ANSWER } from '../api/ai/specimen.ts';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { USER_AGENT, useApp } from '../support/api/app.ts';
import { createSilence, useModelServer } from '../support/net/model-server.ts';
import { type Product, prepareProduct } from './support/product.ts';
import type { Supervised } from './support/supervised.ts';

describe('A template that a language model has written', () => {
  const model = useModelServer({ timeoutMs: 60_000 });
  const app = useApp();
  let product: Product;
  let web: Supervised;
  let sender: Sender;
  after(() => product.stop());
  before(async () => {
    const { url, apiKey, model: name } = model.settings;
    const more = { AI_URL: url, AI_API_KEY: apiKey ?? '', AI_MODEL: name };
    product = await prepareProduct({ databaseUrl: app.deps.config.databaseUrl, more });
    sender = await createSender(app);
    web = await product.startApi();
    await Promise.all([product.startWorker('schedule'), product.startWorker('send')]);
  });

  // biome-ignore lint/suspicious/noExplicitAny: the objects of the API, which the test reads by their documented names.
  const post = async (path: string, body: object): Promise<any> => {
    const headers = { authorization: `Bearer ${sender.token}`, 'user-agent': USER_AGENT };
    const response = await fetch(`${product.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return await response.json();
  };

  it('is published and reaches its recipient', async () => {
    model.say('Gladly!', ANSWER);
    const { object: _, ...suggested } = await post('/templates/generate', { prompt: 'Welcome customers.' });
    const { id } = await post('/templates', { name: 'Welcome', ...suggested });
    expect(await post(`/templates/${id}/publish`, {})).to.include({ status: 'published' });
    const template = { id, variables: { NAME: 'Bo' } };
    const sent = await post('/emails', {
      from: `ana@${sender.domain.name}`,
      to: 'bo@customer.dev',
      template,
    });
    expect(sent).to.have.all.keys('id');
    const message = await product.sink.waitForMessage(({ to }) => to.includes('bo@customer.dev'));
    expect(String(message.raw)).to.include('Subject: Welcome, Bo').and.include('Hello Bo');
    await app.deps.background.settled();
    expect((await sender.read('/usage')).ai_credits.used).to.equal(1);
  });

  it('is given up when the process stops, and its client is answered', async () => {
    const silence = createSilence('{"subject": "Wel');
    model.say(silence.reply);
    const answer = post('/templates/generate', { prompt: 'Welcome customers.' });
    await silence.begun;
    await web.stop();
    expect(await answer).to.include({ name: 'application_error' });
    expect((await sender.read('/usage')).ai_credits.used).to.equal(1);
  });
});
