// Does the language model of AI_URL answer? It is asked once, with the code that asks for suggestions.
import { createChatModel } from '../../shared/platform/net/chat-completions.ts';
import { type Check, findingsOf } from './finding.ts';

const { met, unmet } = findingsOf('language_model');
const QUESTION = 'Answer with the JSON object {"ok": true} and nothing else.';

/** Nothing where none is named: the service works without. */
export const checkLanguageModel: Check = async ({ service: { ai } }) => {
  if (!ai) return [];
  const model = createChatModel(ai);
  const startedAt = performance.now();
  const answer = await model.ask({
    messages: [{ role: 'user', content: QUESTION }],
    timeoutMs: ai.timeoutMs,
  });
  await model.close();
  const name = `${ai.model} at ${new URL(ai.url).host}`;
  if (answer.kind === 'text')
    return [met(`${name} answered in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`)];
  const detail = answer.detail.replace(/\.$/, '');
  return [
    unmet(`${name} does not answer (${answer.kind}: ${detail}). Check AI_URL, AI_MODEL and AI_API_KEY.`),
  ];
};
