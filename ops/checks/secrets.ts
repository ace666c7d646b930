// Is SECRET_KEY the key with which the secrets of this database were encrypted?
import { createSecrets } from '../../shared/platform/security/secrets.ts';
import { tryStoredSecrets } from '../../shared/resources/stored-secrets.ts';
import { type Check, findingsOf } from './finding.ts';

const { met, unmet } = findingsOf('secret_key');

export const checkSecrets: Check = async ({ database, service: { secretKey } }) => {
  if (!secretKey) return [unmet('SECRET_KEY is not set: mail cannot be signed.')];
  const { tried, unreadable } = await tryStoredSecrets(database, createSecrets(secretKey));
  if (unreadable.length > 0) {
    return [
      unmet(
        `SECRET_KEY does not fit this database (${unreadable.join(', ')}): set the key that was in use when it was backed up.`,
      ),
    ];
  }
  return [met(tried === 0 ? 'Nothing is encrypted yet.' : 'It decrypts the secrets of this database.')];
};
