// Are SECRET_KEY and SECRET_KEY_PREVIOUS the keys with which the secrets of this database were encrypted, and which of
// the previous ones are still needed? Every secret is tried: after the restore of a backup some may have another key.

import { countSecrets, type SecretCounts, type SecretKind } from '../../shared/platform/db/stored-secrets.ts';
import { fingerprintOf, type SecretKeys } from '../../shared/platform/security/secret-keys.ts';
import { SECRET_KINDS } from '../../shared/resources/stored-secrets.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const { met, advice, unmet } = findingsOf('secret_key');

type Counted = Pick<SecretKind, 'name'> & SecretCounts;

export const checkSecrets: Check = async ({ database, service: { secretKeys } }) => {
  if (!secretKeys) return [unmet('SECRET_KEY is not set, so mail cannot be signed.')];
  const counted: Counted[] = [];
  for (const kind of SECRET_KINDS)
    counted.push({ name: kind.name, ...(await countSecrets(database, kind, secretKeys)) });
  return [
    ...describeUnreadable(counted),
    ...secretKeys.map((_key, place) => describeKey(secretKeys, place, counted)),
  ];
};

/** @returns the variable of a key with its fingerprint */
export function nameOfKey(secretKeys: SecretKeys, place: number): string {
  const variable = place === 0 ? 'SECRET_KEY' : `Key ${place} of SECRET_KEY_PREVIOUS`;
  return `${variable} (fingerprint ${fingerprintOf(secretKeys[place] ?? '')})`;
}

function describeUnreadable(counted: readonly Counted[]): Finding[] {
  const lost = listCounts(counted, ({ unreadable }) => unreadable);
  if (lost === '') return [];
  return [
    unmet(
      `No key in SECRET_KEY or SECRET_KEY_PREVIOUS can decrypt these secrets in the database (${lost}). Add the key that was in use when they were stored.`,
    ),
  ];
}

function describeKey(secretKeys: SecretKeys, place: number, counted: readonly Counted[]): Finding {
  const name = nameOfKey(secretKeys, place);
  const list = listCounts(counted, ({ ofKeys }) => ofKeys[place] ?? 0);
  if (place === 0)
    return met(list === '' ? `${name} does not encrypt anything yet.` : `${name} encrypts ${list}.`);
  if (list !== '') return advice(`${name} still encrypts ${list}. Run re-encrypt.`);
  return met(
    `${name} does not encrypt anything. Unless you plan to make it SECRET_KEY, you can remove it. Links and return paths made with it then stop working.`,
  );
}

function listCounts(counted: readonly Counted[], countOf: (counts: SecretCounts) => number): string {
  return counted.flatMap((each) => (countOf(each) > 0 ? [`${each.name}: ${countOf(each)}`] : [])).join(', ');
}
