// Factory of templates: inserts rows with sensible defaults, so that a test names only the values that matter to it.
import type { Pool } from 'pg';
import type { DeclaredVariable } from '../../../shared/mail/templates/template.ts';
import type { PollDefinition } from '../../../shared/resources/messaging/polls/poll.ts';
import { factoryIds as ids } from './factory-ids.ts';

/** Fields of a template that a test may set. */
export interface TemplateSourceFields {
  name?: string;
  alias?: string | null;
  from?: string | null;
  subject?: string | null;
  html?: string | null;
  text?: string | null;
  variables?: readonly DeclaredVariable[];
  poll?: PollDefinition | null;
  isPublished?: boolean;
}

/** Inserts a template; by default a published one with one variable, NAME. */
export async function createTemplate(pool: Pool, accountId: string, fields: TemplateSourceFields = {}) {
  const {
    name = 'Factory template',
    alias = null,
    from = null,
    subject = 'Hello {{{NAME}}}',
    html = '<p>Hello {{ NAME }}</p>',
    text = null,
  } = fields;
  const { variables = [{ key: 'NAME', type: 'string', fallbackValue: 'friend' }], isPublished = true } =
    fields;
  const id = ids.next();
  const versionId = ids.next();
  await pool.query(
    `INSERT INTO templates (id, account_id, name, alias, current_version_id, published_version_id, published_at,
                            created_at, updated_at)
     VALUES ($1, $2, $6, $3, $4, $5, CASE WHEN $5::uuid IS NOT NULL THEN now() END, now(), now())`,
    [id, accountId, alias, versionId, isPublished ? versionId : null, name],
  );
  await pool.query(
    `INSERT INTO template_versions (id, template_id, account_id, from_source, subject, reply_to, html, text, variables,
                                    inline_css, editor, created_at, updated_at, published_at, poll)
     VALUES ($1, $2, $3, $4, $5, '{}', $6, $7, $8, false, 'code', now(), now(), CASE WHEN $9 THEN now() END, $10)`,
    [
      versionId,
      id,
      accountId,
      from,
      subject,
      html,
      text,
      JSON.stringify(variables),
      isPublished,
      fields.poll ?? null,
    ],
  );
  return { id, versionId, accountId };
}
