// The settings of the language model that writes suggestions (docs/reference/ai.md): their variables, and the form in which a
// process has them. No model is shipped: any server with the API of OpenAI will do.
import Joi from 'joi';
import { parseUrl } from '../addresses/parse-url.ts';

/** The address of the model, and its limits. */
export interface AiSettings {
  /** Base of its API, such as `http://localhost:11434/v1`; `/chat/completions` is added. */
  url: string;
  apiKey: string | undefined;
  model: string;
  /** For an answer, its repair included. */
  timeoutMs: number;
}

/** The environment variables with their defaults. docs/operations.md describes them. */
export const AI_VARIABLES = {
  AI_URL: Joi.string().empty('').custom(requireBaseUrl).messages({
    'any.invalid':
      '"AI_URL" must be an http or https URL without a password, query or fragment, such as http://localhost:11434/v1',
  }),
  AI_API_KEY: Joi.string()
    .empty('')
    .pattern(/^[\x21-\x7e]+$/)
    .messages({ 'string.pattern.base': '"AI_API_KEY" must be visible ASCII characters' }),
  AI_MODEL: Joi.string().empty('').max(200),
  AI_TIMEOUT_MS: Joi.number().integer().min(1_000).max(600_000).default(60_000),
};

/** Their values. */
export interface AiValues {
  AI_URL: string | undefined;
  AI_API_KEY: string | undefined;
  AI_MODEL: string | undefined;
  AI_TIMEOUT_MS: number;
}

function requireBaseUrl(text: string, { error }: Joi.CustomHelpers): string | Joi.ErrorReport {
  const url = parseUrl(text);
  const isBase = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  return isBase && !/[?#\s\\]/.test(text) ? text.replace(/\/+$/, '') : error('any.invalid');
}

/** The settings of valid values. */
export function aiSettings(values: AiValues): AiSettings | undefined {
  const { AI_URL: url, AI_MODEL: model, AI_API_KEY: apiKey, AI_TIMEOUT_MS: timeoutMs } = values;
  return url && model ? { url, apiKey, model, timeoutMs } : undefined;
}
