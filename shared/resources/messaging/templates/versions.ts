// Writes versions of templates. A template keeps its newest TEMPLATE_VERSIONS_MAX versions and the published one.
import { TEMPLATE_VERSIONS_MAX } from '../../../contract/limits.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { assignedColumns, columnValues, insertedColumns } from '../content-columns.ts';
import { CONTENT_COLUMNS, type Template, type TemplateContent } from './template.ts';

const INSERTED = {
  id: 'id',
  templateId: 'template_id',
  accountId: 'account_id',
  ...CONTENT_COLUMNS,
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};
const INSERT = `INSERT INTO template_versions ${insertedColumns(INSERTED)}`;

/** Inserts a draft. The caller makes it the newest version of its template. */
export async function insertVersion(
  transaction: Transaction,
  { id: templateId, accountId }: Pick<Template, 'id' | 'accountId'>,
  { id, content, now }: { id: string; content: TemplateContent; now: Date },
): Promise<void> {
  await transaction.query({
    name: 'insert-template-version',
    text: INSERT,
    values: columnValues(INSERTED, { ...content, id, templateId, accountId, createdAt: now, updatedAt: now }),
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
    text: `UPDATE template_versions SET updated_at = $3, ${assignedColumns(CONTENT_COLUMNS, 4)}
           WHERE id = $1 AND account_id = $2 AND published_at IS NULL`,
    values: [id, accountId, now, ...columnValues(CONTENT_COLUMNS, content)],
  });
}
