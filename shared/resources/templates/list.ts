// Lists the templates of an account, and the versions of a template, newest first, without their contents.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';
import { TEMPLATE_COLUMNS, type Template } from './template.ts';

/** Lists a page of an account's templates. */
export function listTemplates(
  database: Queryable,
  accountId: string,
  page: PageRequest,
): Promise<Page<Template>> {
  return findPage<Template>(database, listedTemplates(accountId), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedTemplates(accountId: string): ListedRows {
  return {
    select: `SELECT ${TEMPLATE_COLUMNS} FROM templates`,
    where: 'account_id = ANY($1::uuid[])',
    values: [[accountId]],
    orderedWithin: 'account_id',
  };
}

/** A version without its content. */
export interface TemplateVersion {
  id: string;
  subject: string | null;
  createdAt: Date;
  updatedAt: Date;
  publishedAt: Date | null;
}

/** Lists a page of the versions of a template. */
export function listTemplateVersions(
  database: Queryable,
  { id, accountId }: Pick<Template, 'id' | 'accountId'>,
  page: PageRequest,
): Promise<Page<TemplateVersion>> {
  const select = `
    SELECT id, subject, created_at AS "createdAt", updated_at AS "updatedAt", published_at AS "publishedAt"
    FROM template_versions`;
  const where = 'template_id = ANY($1::uuid[]) AND account_id = $2';
  return findPage<TemplateVersion>(
    database,
    { select, where, values: [[id], accountId], orderedWithin: 'template_id' },
    page,
  );
}
