// The types of a template: the source of emails, with a draft that is edited and a published version that emails are
// made from (docs/reference/templates.md). A published version never changes.
import type { MailContent } from '../../../contract/mail/fields.ts';
import type { TEMPLATE_EDITORS } from '../../../contract/templates/values.ts';
import { selectedColumns, TEMPLATE_MAIL_COLUMNS } from '../content-columns.ts';
import type { PollDefinition } from '../polls/poll.ts';
import type { TemplateVariable } from './variables.ts';

/** How a template is edited. */
export type TemplateEditor = (typeof TEMPLATE_EDITORS)[number];

/** The source of an email; each version has its own. */
export interface TemplateContent extends MailContent {
  variables: TemplateVariable[];
  /** Publishing writes the CSS of the html into the style attributes of its elements. */
  inlineCss: boolean;
  editor: TemplateEditor;
  /** The document of the visual editor, which only the editor understands; null: none. */
  document: object | null;
  /** The poll of its mail; null: none, or the send's. */
  poll: PollDefinition | null;
}

/** The parts of a template that are compiled. */
export type CompilableContent = MailContent & Pick<TemplateContent, 'variables'>;

/** A template without its content. */
export interface Template {
  id: string;
  accountId: string;
  name: string;
  alias: string | null;
  /** The newest version: the draft, or the published one while nothing was edited since. */
  currentVersionId: string;
  /** null: it was never published. */
  publishedVersionId: string | null;
  publishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A template with the content of its newest version. */
export interface FullTemplate extends Template {
  content: TemplateContent;
}

/** A template of an account, by its id or its alias. */
export interface TemplatePath {
  accountId: string;
  idOrAlias: string;
}

/** The columns of a Template, of rows of `templates`. */
export const TEMPLATE_COLUMNS = `
  templates.id, templates.account_id AS "accountId", templates.name, templates.alias,
  templates.current_version_id AS "currentVersionId", templates.published_version_id AS "publishedVersionId",
  templates.published_at AS "publishedAt", templates.created_at AS "createdAt", templates.updated_at AS "updatedAt"`;

/** The columns of a TemplateContent in `template_versions`. */
export const CONTENT_COLUMNS = {
  ...TEMPLATE_MAIL_COLUMNS,
  variables: 'variables',
  inlineCss: 'inline_css',
  editor: 'editor',
  document: 'document',
  poll: 'poll',
};

/** The same, of rows of `template_versions AS version`. */
export const SELECTED_CONTENT = selectedColumns(CONTENT_COLUMNS, 'version');
