// Index keys of tags, for finding emails by tag. A key includes the account, because one index serves all accounts and
// a search must not read the rows of others. It is a hash, because a tag may have 513 characters.
import { createHash } from 'node:crypto';
import type { Tag } from './email.ts';

/** The key of `name` or `name:value`: the first 64 bits of a SHA-256, as a Postgres bigint. */
export function tagKey(accountId: string, tag: string): string {
  return createHash('sha256').update(`${accountId} ${tag}`).digest().readBigInt64BE().toString();
}

/** The keys of an email: each tag can be found by its name alone and by name and value. */
export function tagKeysOf(accountId: string, tags: readonly Tag[]): string[] {
  return tags.flatMap(({ name, value }) => [name, `${name}:${value}`].map((tag) => tagKey(accountId, tag)));
}
