// What `ops check` says about the language model.
import { expect } from 'chai';
import { checkLanguageModel } from '../../../ops/checks/language-model.ts';
import type { OpsDeps } from '../../../ops/verb.ts';
import type { AiSettings } from '../../../shared/platform/config/ai-settings.ts';
import { jsonOf, useModelServer } from '../../support/net/model-server.ts';

describe('The check of the language model', () => {
  const model = useModelServer();
  const check = async (ai: AiSettings | undefined = model.settings) => {
    const found = await checkLanguageModel({ service: { ai } } as unknown as OpsDeps);
    return found.map(({ status, message }) => `${status}: ${message}`).join();
  };

  it('asks it once, and says what it lacks', async () => {
    model.say({ ok: true });
    expect(await check()).to.match(/^met: llama3\.2 at 127\.0\.0\.1:\d+ answered in \d+\.\d s\.$/);
    expect(model.questions).to.have.length(1);
    model.say(jsonOf(401, { error: { message: 'Incorrect API key provided: sk-test' } }));
    expect(await check()).to.match(/^unmet: .*unavailable: It answered 401.*Check AI_URL/);
    const away = { ...model.settings, url: 'http://127.0.0.1:9/v1' };
    expect(await check(away)).to.match(/^unmet: .*ECONNREFUSED/);
  });

  it('says nothing where none is named', async () => {
    expect(await checkLanguageModel({ service: { ai: undefined } } as unknown as OpsDeps)).to.deep.equal([]);
  });
});
