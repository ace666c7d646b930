// The lists of the templates of an account and of the versions of a template, without their contents.
import { equals, type List } from '../../../platform/db/list.ts';
import { patternOf } from '../../../platform/db/page.ts';
import { TEMPLATE_COLUMNS, type Template } from './template.ts';

/** Filters of the list of templates. */
export interface TemplateFilters {
  /** Text in the name or the alias. */
  q?: string | undefined;
  status?: 'draft' | 'published' | undefined;
}

export const TEMPLATE_LIST: List<Template, object, TemplateFilters> = {
  columns: TEMPLATE_COLUMNS,
  from: 'templates',
  within: 'account_id',
  searched: {
    q: (text, parameter) => {
      const pattern = parameter(patternOf(text));
      return `name ILIKE ${pattern} OR alias ILIKE ${pattern}`;
    },
    status: (status) => `published_version_id IS ${status === 'draft' ? '' : 'NOT '}NULL`,
  },
};

/** A version without its content. */
export interface TemplateVersion {
  id: string;
  subject: string | null;
  createdAt: Date;
  updatedAt: Date;
  publishedAt: Date | null;
}

export const VERSION_COLUMNS =
  'id, subject, created_at AS "createdAt", updated_at AS "updatedAt", published_at AS "publishedAt"';

export const TEMPLATE_VERSION_LIST: List<TemplateVersion, { accountId: string }> = {
  columns: VERSION_COLUMNS,
  from: 'template_versions',
  within: 'template_id',
  filters: { accountId: equals('account_id') },
};
