// The keys under which an email's tags are found. A key holds its account, because the index over tags is one for all
// accounts and nobody's search is to read the others' rows; it is a hash, because a tag may have 513 characters.
import { createHash } from 'node:crypto';
import type { Tag } from './email.ts';

/** Key of `name` or `name:value`: the first 64 bits of a SHA-256, as a Postgres bigint. */
export function tagKey(accountId: string, tag: string): string {
  return createHash('sha256').update(`${accountId} ${tag}`).digest().readBigInt64BE().toString();
}

/** Keys of an email: each tag is found by its name alone and with its value. */
export function tagKeysOf(accountId: string, tags: readonly Tag[]): string[] {
  return tags.flatMap(({ name, value }) => [name, `${name}:${value}`].map((tag) => tagKey(accountId, tag)));
}
