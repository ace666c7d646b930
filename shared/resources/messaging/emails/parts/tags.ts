// Tags: `{name, value}` pairs by which a client finds its emails. Index keys include the account, because one index serves all
// accounts and a search must not read the rows of others. They are hashes, because a tag may have 513 characters.
import { createHash } from 'node:crypto';
import { column } from '../../../../platform/db/parameters/sent-rows.ts';
import type { Tag } from '../email.ts';
import type { MailPart } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    tags: Tag[];
  }
}

export const tags: MailPart = {
  name: 'tags',
  isIn: (email) => email.tags.length > 0,
  columns: {
    emails: {
      tags: column('jsonb', ({ email }) => (email.tags.length > 0 ? email.tags : null)),
      tag_keys: column('bigints', ({ email: { accountId, tags: given } }) =>
        given.length > 0 ? tagKeysOf(accountId, given) : null,
      ),
    },
  },
  // They have no characters that an address needs.
  erases: { emails: 'tags = NULL, tag_keys = NULL' },
};

/** The key of `name` or `name:value`: the first 64 bits of a SHA-256, as a Postgres bigint. */
export function tagKey(accountId: string, tag: string): string {
  return createHash('sha256').update(`${accountId} ${tag}`).digest().readBigInt64BE().toString();
}

/** The keys of an email: each tag can be found by its name alone and by name and value. */
export function tagKeysOf(accountId: string, given: readonly Tag[]): string[] {
  return given.flatMap(({ name, value }) => [name, `${name}:${value}`].map((tag) => tagKey(accountId, tag)));
}
