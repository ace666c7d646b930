// The message of a program as it arrived, which is sent instead of a composed one (docs/architecture/kept-mail.md).
// From acceptance on its upload belongs to the email.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { StoredContent } from '../../../../platform/storage/upload-store.ts';
import { claimUploads, contentsDeletion } from '../../../../platform/storage/uploads.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { MailPart } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    /**
     * An upload with the message as it is to be sent (docs/architecture/kept-mail.md): header fields without those that we
     * write, an empty line, the body. Absent: the message is composed. html and text are then for reading.
     */
    kept?: StoredContent | undefined;
  }
}

declare module '../delivery/loaded-email.ts' {
  interface LoadedEmail {
    /** null: the message is composed. */
    keptSize: number | null;
    /** The message as it arrived, which is sent in place of a composed one. */
    kept: StoredContent | undefined;
  }
}

export const kept: MailPart = {
  name: 'kept',
  isIn: (email) => email.kept !== undefined,
  async insert(transaction, emails) {
    const rows = emails.flatMap(({ id, kept: content }) => (content ? [{ id, content }] : []));
    const contentIds = rows.map(({ content }) => content.id);
    await transaction.query({
      name: 'accept-kept',
      text: INSERT,
      values: [rows.map(({ id }) => id), contentIds, rows.map(({ content }) => content.size)],
    });
    await claimUploads(transaction, contentIds);
  },
  loads: { keptSize: 'emails.kept_size' },
  async load(client, emails) {
    const ids = emails.flatMap(({ id, keptSize }) => (keptSize === null ? [] : [id]));
    const contents = ids.length === 0 ? new Map() : await findContents(client, ids);
    for (const email of emails) {
      const { id, keptSize: size } = email;
      // Without its content the message is lost: reading it fails, and nothing else is sent instead.
      email.kept = size === null ? undefined : { id: contents.get(id) ?? NIL_UUID, size };
    }
  },
  // Also of emails for others too: the octets may be signed, so no address can be removed from them, and they are sent
  // already.
  erases: {
    async rows(client, { ids }) {
      if (ids.length > 0) await client.query({ name: 'remove-kept-of-person', text: REMOVE, values: [ids] });
    },
  },
};

const INSERT = `
  WITH kept AS (
    INSERT INTO email_kept_messages (id, content_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])
  )
  UPDATE emails SET kept_size = kept.size
  FROM unnest($1::uuid[], $3::integer[]) AS kept (id, size)
  WHERE emails.id = kept.id AND emails.id = ANY($1::uuid[])`;

const REMOVE = `
  WITH kept AS (
    DELETE FROM email_kept_messages WHERE id = ANY($1::uuid[]) RETURNING content_id
  )
  ${contentsDeletion('ARRAY(SELECT content_id FROM kept)')}`;

/** Email id → id of the content that holds its message. */
async function findContents(client: Transaction, emailIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; contentId: string }>({
    name: 'find-kept-contents',
    text: 'SELECT id, content_id AS "contentId" FROM email_kept_messages WHERE id = ANY($1::uuid[])',
    values: [emailIds],
  });
  return new Map(rows.map(({ id, contentId }) => [id, contentId]));
}
