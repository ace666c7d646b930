// Allows emails with the source `notice`: the service's own mail, whose content only its recipient may read, because it
// may have a link that signs in. The constraint is checked while emails are written.
import type { Knex } from 'knex';

/** Validating reads all emails: it must not hold the lock of the statements before it. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE emails DROP CONSTRAINT IF EXISTS emails_source_check,
      ADD CONSTRAINT emails_source_check CHECK (source IN
        ('api', 'batch', 'campaign', 'automation', 'reply', 'forward', 'smtp', 'notice')) NOT VALID`);
  await knex.raw('ALTER TABLE emails VALIDATE CONSTRAINT emails_source_check');
}
