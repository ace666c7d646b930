// Writes versions of templates. A template keeps its newest TEMPLATE_VERSIONS_MAX versions and the published one.
import { TEMPLATE_VERSIONS_MAX } from '../../../contract/limits.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Template, TemplateContent } from './template.ts';

const INSERT = `
  INSERT INTO template_versions (id, template_id, account_id, from_source, subject, reply_to, preview_text, html, text,
                                 variables, inline_css, editor, document, poll, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`;

/** Inserts a draft. The caller makes it the newest version of its template. */
export async function insertVersion(
  transaction: Transaction,
  { id: templateId, accountId }: Pick<Template, 'id' | 'accountId'>,
  { id, content, now }: { id: string; content: TemplateContent; now: Date },
): Promise<void> {
  await transaction.query({
    name: 'insert-template-version',
    text: INSERT,
    values: [id, templateId, accountId, ...columnsOf(content), now],
  });
  await transaction.query({
    name: 'remove-old-template-versions',
    text: `DELETE FROM template_versions
           WHERE template_id = $1 AND account_id = $2
             AND id <> $3
             AND id <> coalesce((SELECT published_version_id FROM templates WHERE templates.id = $1), $3)
             AND id < (SELECT id FROM template_versions WHERE template_id = $1
                       ORDER BY template_id DESC, id DESC OFFSET ${TEMPLATE_VERSIONS_MAX - 1} LIMIT 1)`,
    values: [templateId, accountId, id],
  });
}

/** Changes the content of the draft of a template. */
export async function updateVersion(
  transaction: Transaction,
  { accountId, currentVersionId: id }: Pick<Template, 'accountId' | 'currentVersionId'>,
  content: TemplateContent,
  now: Date,
): Promise<void> {
  await transaction.query({
    name: 'update-template-version',
    text: `UPDATE template_versions
           SET from_source = $2, subject = $3, reply_to = $4, preview_text = $5, html = $6, text = $7, variables = $8,
               inline_css = $9, editor = $10, document = $11, poll = $12, updated_at = $13
           WHERE id = $1 AND account_id = $14 AND published_at IS NULL`,
    values: [id, ...columnsOf(content), now, accountId],
  });
}

function columnsOf(content: TemplateContent): unknown[] {
  const { from, subject, replyTo, previewText, html, text, variables, inlineCss, editor, document, poll } =
    content;
  return [
    from,
    subject,
    replyTo,
    previewText,
    html,
    text,
    JSON.stringify(variables),
    inlineCss,
    editor,
    document && JSON.stringify(document),
    poll && JSON.stringify(poll),
  ];
}
