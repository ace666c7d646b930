// The keys of an installation: SECRET_KEY, and those that were or will be it (SECRET_KEY_PREVIOUS). Every process needs
// the same ones (shared/platform/security/secret-keys.ts).
import Joi from 'joi';
import type { SecretKeys } from '../security/secret-keys.ts';
import { isWeakSecret } from './weak-secret.ts';

const KEY_MIN_LENGTH = 32;

/** The environment variables. docs/operations.md describes them. */
export const SECRET_KEY_VARIABLES = {
  SECRET_KEY: Joi.string().min(KEY_MIN_LENGTH).empty(''),
  SECRET_KEY_PREVIOUS: Joi.string().trim().empty('').custom(readKeyList).default([]).messages({
    'any.invalid': '"SECRET_KEY_PREVIOUS" must be keys, separated by commas, or a list in JSON',
  }),
};

/** Their values. */
export interface SecretKeyValues {
  SECRET_KEY: string | undefined;
  SECRET_KEY_PREVIOUS: string[];
}

/** The settings of valid values; undefined: there is no key. */
export function secretKeys({
  SECRET_KEY: key,
  SECRET_KEY_PREVIOUS: previous,
}: SecretKeyValues): SecretKeys | undefined {
  return key === undefined ? undefined : [key, ...previous];
}

/** Values that are valid alone and wrong together, or wrong in production: each without its final dot. */
export function listSecretKeyProblems(
  { SECRET_KEY: key, SECRET_KEY_PREVIOUS: previous }: SecretKeyValues,
  isProduction: boolean,
): string[] {
  // An invalid list stays the text that it was, for the error.
  if (!Array.isArray(previous)) return [];
  const rules: [isBroken: boolean, problem: string][] = [
    [previous.length > 0 && key === undefined, '"SECRET_KEY" is required with "SECRET_KEY_PREVIOUS"'],
    [key !== undefined && previous.includes(key), '"SECRET_KEY_PREVIOUS" has the key of "SECRET_KEY"'],
    [new Set(previous).size < previous.length, '"SECRET_KEY_PREVIOUS" has the same key twice'],
    [
      previous.some(({ length }) => length < KEY_MIN_LENGTH),
      `"SECRET_KEY_PREVIOUS" must have keys of at least ${KEY_MIN_LENGTH} characters, separated by commas`,
    ],
    [
      isProduction && key !== undefined && isWeakSecret(key),
      '"SECRET_KEY" is easy to guess. Generate a random key: openssl rand -base64 32',
    ],
    [
      isProduction && previous.some(isWeakSecret),
      '"SECRET_KEY_PREVIOUS" has a key that is easy to guess: its links could be forged',
    ],
  ];
  return rules.flatMap(([isBroken, problem]) => (isBroken ? [problem] : []));
}

/** A list in JSON may have keys with blanks and commas, as SECRET_KEY may. */
function readKeyList(text: string, { error }: Joi.CustomHelpers): string[] | Joi.ErrorReport {
  if (!text.startsWith('[')) return text.split(/\s*,\s*|\s+/);
  try {
    const list: unknown = JSON.parse(text);
    const isList = Array.isArray(list) && list.every((key) => typeof key === 'string');
    return isList ? list : error('any.invalid');
  } catch {
    return error('any.invalid');
  }
}
