// The verb that encrypts all stored secrets with SECRET_KEY, after it was changed (docs/operations.md#changing-secret_key).
import { ConfigError } from '../../shared/platform/config/config.ts';
import { reEncryptSecrets } from '../../shared/platform/db/stored-secrets.ts';
import { fingerprintOf } from '../../shared/platform/security/secret-keys.ts';
import { SECRET_KINDS } from '../../shared/resources/stored-secrets.ts';
import type { Verb } from '../verb.ts';

interface Result {
  unreadable: number;
}

export const reEncryptVerb: Verb = {
  summary: 'Re-encrypts stored secrets from a key in SECRET_KEY_PREVIOUS to SECRET_KEY.',
  parameters: [],
  options: {},
  audit: 'afterwards',
  async run(_words, { database, service: { secretKeys } }) {
    if (!secretKeys) throw new ConfigError('SECRET_KEY is required to encrypt the secrets.');
    const data = [];
    for (const kind of SECRET_KINDS) {
      const done = await reEncryptSecrets(database, kind, secretKeys);
      data.push({ object: 'secrets', kind: kind.name, ...done });
    }
    const unreadable = data.reduce((sum, each) => sum + each.unreadable, 0);
    return { object: 'list', fingerprint: fingerprintOf(secretKeys[0]), unreadable, data };
  },
  isBadNews: (result) => (result as Result).unreadable > 0,
};
