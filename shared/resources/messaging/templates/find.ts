// Finds a template of an account by its id or its alias, with the content of its newest version, and locks it for a
// change.

import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { isUuidV7 } from '../../../platform/time/ids.ts';
import { type TemplateVersion, VERSION_COLUMNS } from './list.ts';
import {
  type FullTemplate,
  SELECTED_CONTENT,
  TEMPLATE_COLUMNS,
  type Template,
  type TemplateContent,
  type TemplatePath,
} from './template.ts';
import { unknownTemplate } from './unknown-template.ts';

/** A version with its content. */
export type FullVersion = TemplateVersion & TemplateContent;

/** @throws DomainError `not_found` */
export async function requireTemplate(database: Queryable, path: TemplatePath): Promise<FullTemplate> {
  const { name, condition } = keyOf(path);
  const { rows } = await database.query<Template & TemplateContent>({
    name: `find-template-${name}`,
    text: `SELECT ${TEMPLATE_COLUMNS}, ${SELECTED_CONTENT}
           FROM templates JOIN template_versions AS version ON version.id = templates.current_version_id
           WHERE templates.account_id = $1 AND ${condition}`,
    values: [path.accountId, path.idOrAlias],
  });
  if (!rows[0]) throw await unknownTemplate(database, path);
  return toFullTemplate(rows[0]);
}

/** A version of a template, with its content. @throws DomainError `not_found` */
export async function requireVersion(
  database: Queryable,
  { id: templateId, accountId }: Pick<Template, 'id' | 'accountId'>,
  id: string,
): Promise<FullVersion> {
  const { rows } = await database.query<FullVersion>({
    name: 'find-template-version',
    text: `SELECT ${VERSION_COLUMNS}, ${SELECTED_CONTENT} FROM template_versions AS version
           WHERE id = $1 AND template_id = $2 AND account_id = $3`,
    values: [id, templateId, accountId],
  });
  if (!rows[0]) throw notFound('Version');
  return rows[0];
}

/** Locks a template until the end of the transaction. @throws DomainError `not_found` */
export async function lockTemplate(transaction: Transaction, path: TemplatePath): Promise<FullTemplate> {
  const { name, condition } = keyOf(path);
  const { rows } = await transaction.query<{ id: string }>({
    name: `lock-template-${name}`,
    text: `SELECT id FROM templates WHERE templates.account_id = $1 AND ${condition} FOR NO KEY UPDATE`,
    values: [path.accountId, path.idOrAlias],
  });
  if (!rows[0]) throw notFound('Template');
  // Read after the lock: the statement above has seen the row, but not the versions, as the last change left them.
  return await requireTemplate(transaction, { accountId: path.accountId, idOrAlias: rows[0].id });
}

/** An alias never has the form of an id. */
function keyOf({ idOrAlias }: TemplatePath): { name: string; condition: string } {
  return isUuidV7(idOrAlias)
    ? { name: 'by-id', condition: 'templates.id = $2' }
    : { name: 'by-alias', condition: 'templates.alias = $2' };
}

function toFullTemplate(row: Template & TemplateContent): FullTemplate {
  const { id, accountId, name, alias, ...others } = row;
  const { currentVersionId, publishedVersionId, publishedAt, createdAt, updatedAt, ...content } = others;
  const state = { currentVersionId, publishedVersionId, publishedAt, createdAt, updatedAt };
  return { id, accountId, name, alias, ...state, content };
}
