// Answers of a language model that cannot be used as they are (docs/reference/ai.md#what-a-model-may-answer), and models that do
// not answer. The good and bad answers are in the forms of OpenAI, Ollama and llama.cpp.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import {
  beginStream,
  createSilence,
  jsonOf,
  type ModelReply,
  streamOf,
  useModelServer,
  wholeOf,
} from '../../support/net/model-server.ts';
import { useModelAsker, WISH } from './asker.ts';
import { ANSWER } from './specimen.ts';

const GENERATE = '/templates/generate';
const GOOD = JSON.stringify(ANSWER);

describe('An answer of a language model', () => {
  const model = useModelServer({ timeoutMs: 3_000 });
  const app = useApp({ config: () => ({ ai: model.settings }) });
  const asker = useModelAsker(app);
  const correctionOf = () => model.questions[1]?.body.messages.at(-1)?.content;

  it('Uses an answer that is streamed or whole, and one with prose or the fence of a code block around its JSON object.', async () => {
    const thought = `<think>A welcome…</think>Here it is:\n\`\`\`json\n${JSON.stringify(ANSWER, null, 2)}\n\`\`\`\nEnjoy!`;
    for (const reply of [streamOf(GOOD), wholeOf(GOOD), streamOf(thought), wholeOf(thought)]) {
      model.say(reply);
      const suggested = await asker.suggested(GENERATE, WISH);
      expect(suggested).to.include({ subject: ANSWER.subject, html: ANSWER.html });
    }
    expect([model.questions.length, await asker.creditsUsed()]).to.deep.equal([4, 4]);
  });

  describe('Asks the model once more, with what is wrong, after an answer that a person would be refused for.', () => {
    const { html } = ANSWER;
    const cases: Record<string, [string | object | ModelReply, string]> = {
      prose: ['I would be glad to help you with your template!', 'no JSON object'],
      'half a JSON': [GOOD.slice(0, 200), 'JSON'],
      nothing: ['', 'no answer'],
      'no chat completion': [jsonOf(200, { hello: 'world' }), 'no answer'],
      'null for text': [jsonOf(200, { choices: [{ message: { content: null } }] }), 'no answer'],
      html: [
        (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
        'no answer',
      ],
      'an error in its stream': [
        (response) => void response.writeHead(200).end('data: {"error":{"message":"out of memory"}}\n\n'),
        'no answer',
      ],
      'a text that was cut off': [streamOf(GOOD.slice(0, 200), 'length'), 'shorter'],
      'a list': [`[${GOOD}, ${GOOD}]`, 'JSON'],
      'a number as html': [{ ...ANSWER, html: 7 }, '`html` must be a string'],
      'no html': [{ ...ANSWER, html: ' ' }, '`html` is missing'],
      'an undeclared variable': [{ ...ANSWER, variables: [] }, 'Variable `NAME` is used'],
      'a reserved variable': [
        { ...ANSWER, variables: [{ key: 'EMAIL', type: 'string', fallback_value: null }] },
        'reserved',
      ],
      'broken Liquid': [{ ...ANSWER, html: '<p>{% if NAME %}Hello</p>' }, '`html`, line 1'],
      'a tag that reads files': [{ ...ANSWER, html: '<p>{% include "/etc/passwd" %}</p>' }, '`html`, line 1'],
      'html without its end': [{ ...ANSWER, html: html.replace('</body></html>', '') }, 'not whole'],
      'html that ends in a tag': [{ ...ANSWER, html: `${html}<a href="https://acme` }, 'the last tag'],
      'html with a comment without its end': [{ ...ANSWER, html: `${html}<!-- sig` }, 'a comment'],
      'a subject of two lines': [{ ...ANSWER, subject: 'Hello\r\nBcc: all@acme.dev' }, 'one line'],
      'a NUL': [{ ...ANSWER, subject: 'Hello \0' }, 'NUL'],
      'a JSON of a thousand levels': [`{"html": ${'['.repeat(1_000)}${']'.repeat(1_000)}}`, 'deep'],
    };
    for (const [name, [bad, problem]] of Object.entries(cases)) {
      it(name, async () => {
        model.say(bad, ANSWER);
        expect((await asker.suggested(GENERATE, WISH)).subject).to.equal(ANSWER.subject);
        expect(correctionOf()).to.include(problem);
        expect([model.questions.length, await asker.creditsUsed()]).to.deep.equal([2, 1]);
      });
    }

    const filters: Record<string, [unknown, string]> = {
      'a filter of an unknown field': [{ field: 'contact.city', operator: 'eq', value: 'Berlin' }, 'city'],
      'a filter of SQL': ["city = 'Berlin'; DROP TABLE contacts", 'must be an object'],
      'a filter of an unknown topic': [
        { field: 'topic.01936d3e-5b7a-7c3d-9f21-0123456789ab', operator: 'eq', value: 'opt_in' },
        'Topic not found',
      ],
      'no filter': [null, 'filter'],
    };
    for (const [name, [filter, problem]] of Object.entries(filters)) {
      it(name, async () => {
        model.say({ filter }, ANSWER);
        expect((await asker.suggested('/segments/suggest', { text: 'Everybody' })).count).to.equal(0);
        expect(correctionOf()).to.include(problem);
      });
    }
  });

  it('Answers application_error 500 with the reason when the second answer cannot be used either, and asks no third time.', async () => {
    model.say('prose', { ...ANSWER, variables: [] });
    expect(await asker.failed(GENERATE, WISH)).to.include('Variable `NAME` is used in the template');
    expect([model.questions.length, await asker.creditsUsed()]).to.deep.equal([2, 0]);
  });

  describe('Answers application_error 500 and gives the credit back when the model is busy, fails, redirects, breaks off, is silent or answers more than 1 MB, and asks no second time.', () => {
    const endless: ModelReply = async (response) => {
      beginStream(response, '');
      const piece = `data: {"choices":[{"delta":{"content":"${'a'.repeat(60_000)}"}}]}\n\n`;
      for (let sent = 0; sent < 10_000_000 && !response.destroyed; sent += piece.length)
        await new Promise((resolve) => response.write(piece, resolve));
      response.end();
    };
    const cases: Record<string, [ModelReply, string]> = {
      'a 429': [jsonOf(429, { error: { type: 'tokens' } }, { 'retry-after': '20' }), 'model is busy'],
      'a 500': [jsonOf(500, { error: { message: 'CUDA out of memory' } }), 'not available right now'],
      'a 401': [jsonOf(401, { error: { code: 'invalid_api_key' } }), 'not available right now'],
      'a redirect into a cloud': [
        jsonOf(307, {}, { location: 'http://169.254.169.254/latest/meta-data' }),
        'not available right now',
      ],
      'a redirect to itself': [
        jsonOf(302, {}, { location: '/v1/chat/completions' }),
        'not available right now',
      ],
      'a broken connection': [
        (response) => {
          beginStream(response, '{"subject": "Hel');
          response.write('data: ', () => response.destroy());
        },
        'not available right now',
      ],
      '10 MB': [endless, 'more than 1 MB'],
      'compressed octets': [
        (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('octets'),
        'cannot be used',
      ],
      silence: [(response) => void createSilence().reply(response, response.req), 'in time'],
      'a text without an end': [
        (response) => void createSilence('{').reply(response, response.req),
        'in time',
      ],
    };
    for (const [name, [reply, message]] of Object.entries(cases)) {
      it(name, async () => {
        model.say(reply);
        expect(await asker.failed(GENERATE, WISH))
          .to.include(message)
          .and.not.include('127.0.0.1');
        expect(await asker.creditsUsed()).to.equal(0);
        if (name !== 'compressed octets') expect(model.questions).to.have.length(1);
      });
    }
  });

  it('Answers html with scripts as it came: to a template they are text like any other, and previews show it in a frame without scripts.', async () => {
    const html =
      '<!doctype html><html><body onload="steal()"><script>steal()</script><p>Hi</p></body></html>';
    model.say({ ...ANSWER, html });
    expect((await asker.suggested(GENERATE, WISH)).html).to.equal(html);
    const { id } = await createTemplate(app.pool, asker.accountId);
    await asker.api.patch(`/templates/${id}`).send({ html }).expect(200);
  });

  it('Logs neither the key of the model nor what it was asked and has answered.', async () => {
    model.say('prose about rye', ANSWER);
    await asker.suggested(GENERATE, { prompt: 'Secret plans for rye bread' });
    model.say(jsonOf(500, { error: 'sk-test' }));
    await asker.failed(GENERATE, WISH);
    const logged = JSON.stringify(app.logLines);
    expect(logged).to.include('an answer of the model cannot be used');
    expect(logged).to.not.match(/sk-test|rye/);
  });
});
