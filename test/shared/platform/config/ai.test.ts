// The variables of the language model: what they may be, and that a refusal shows no secret.
import { expect } from 'chai';
import { loadConfig } from '../../../../shared/platform/config/config.ts';
import { DATABASE_URL, refusalOf } from './refusal-of.ts';

const GOOD = { AI_URL: 'http://ollama:11434/v1/', AI_MODEL: 'llama3.2' };

describe('The configuration of the language model', () => {
  const aiOf = (environment: Record<string, string>) => loadConfig({ DATABASE_URL, ...environment }).ai;

  it('is none without AI_URL, and has a base without a slash at its end', () => {
    for (const environment of [{}, { AI_URL: '' }, { AI_MODEL: 'llama3.2', AI_API_KEY: 'sk' }])
      expect(aiOf(environment)).to.equal(undefined);
    expect(aiOf({ ...GOOD, AI_API_KEY: 'sk-1', AI_TIMEOUT_MS: '1000' })).to.deep.equal({
      url: 'http://ollama:11434/v1',
      apiKey: 'sk-1',
      model: 'llama3.2',
      timeoutMs: 1_000,
    });
  });

  it('is refused without a model, or with a value that cannot work, which the refusal does not show', () => {
    for (const [name, value] of [
      ['AI_MODEL', ''],
      ['AI_URL', 'localhost:11434'],
      ['AI_URL', 'ftp://hunter2.dev/v1'],
      ['AI_URL', 'http://hunter2:x@localhost/v1'],
      ['AI_URL', 'http://localhost/v1?key=hunter2'],
      ['AI_API_KEY', 'hunter2\r\nHost: acme.dev'],
      ['AI_TIMEOUT_MS', '999'],
      ['AI_TIMEOUT_MS', '600001'],
    ] as [string, string][]) {
      const { message } = refusalOf({ DATABASE_URL, ...GOOD, [name]: value });
      expect(message, value).to.include(name).and.not.include('hunter2');
    }
  });
});
