// The lists of the templates of an account and of the versions of a template, without their contents.
import { equals, type List } from '../../../platform/db/list.ts';
import { TEMPLATE_COLUMNS, type Template } from './template.ts';

export const TEMPLATE_LIST: List<Template> = {
  columns: TEMPLATE_COLUMNS,
  from: 'templates',
  within: 'account_id',
};

/** A version without its content. */
export interface TemplateVersion {
  id: string;
  subject: string | null;
  createdAt: Date;
  updatedAt: Date;
  publishedAt: Date | null;
}

export const TEMPLATE_VERSION_LIST: List<TemplateVersion, { accountId: string }> = {
  columns: `id, subject, created_at AS "createdAt", updated_at AS "updatedAt", published_at AS "publishedAt"`,
  from: 'template_versions',
  within: 'template_id',
  filters: { accountId: equals('account_id') },
};
