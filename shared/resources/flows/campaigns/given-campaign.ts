// What a client gives for a campaign, and the content that it becomes: a draft has its own html and text, or a template whose
// published version is taken when it starts.
import { DomainError, notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { isUuidV7 } from '../../../platform/time/ids.ts';
import type { CampaignContent } from '../../messaging/campaign-contents/content.ts';
import { findNamedTemplates } from '../../messaging/templates/find-named.ts';

/** The fields of a content; an absent one keeps its value. */
export interface GivenContent {
  from?: string | undefined;
  subject?: string | undefined;
  replyTo?: string[] | null | undefined;
  previewText?: string | null | undefined;
  html?: string | null | undefined;
  text?: string | null | undefined;
  /** null: none any more. */
  template?: { idOrAlias: string; variables: Readonly<Record<string, unknown>> } | null | undefined;
}

/** What makes a message of a content. */
export type CampaignSaying = Pick<
  CampaignContent,
  | 'from'
  | 'subject'
  | 'replyTo'
  | 'previewText'
  | 'html'
  | 'text'
  | 'templateId'
  | 'variables'
  | 'declared'
  | 'postalAddress'
>;

/**
 * Changes what a campaign says. Html or text of its own go before the template that it had.
 * @throws DomainError `not_found` for an unknown template; `validation_error` for one that was never published, or when
 *   nothing is left that could be sent
 */
export async function changeContent(
  database: Queryable,
  accountId: string,
  { from, subject, replyTo, previewText, html, text, template }: GivenContent,
  former: CampaignSaying,
): Promise<CampaignSaying> {
  const changed: CampaignSaying = {
    ...former,
    from: from ?? former.from,
    subject: subject ?? former.subject,
    replyTo: replyTo === undefined ? former.replyTo : replyTo,
    previewText: previewText === undefined ? former.previewText : previewText,
  };
  if (template) {
    const templateId = await requirePublished(database, accountId, template.idOrAlias);
    const isSame = templateId === former.templateId && isSameJson(template.variables, former.variables ?? {});
    if (isSame) return changed;
    return { ...changed, ...NO_BODY, templateId, variables: { ...template.variables } };
  }
  const isOfTemplate = former.templateId !== null;
  const hasOwn = Boolean(html || text);
  if (isOfTemplate && template === undefined && !hasOwn) return changed;
  const body = isOfTemplate ? NO_BODY : former;
  const own = {
    ...changed,
    ...(isOfTemplate && NO_BODY),
    html: html === undefined ? body.html : html,
    text: text === undefined ? body.text : text,
  };
  if (own.html || own.text) return own;
  throw new DomainError(
    'validation_error',
    'One of `html` and `text` must be given and must not be empty, or a template.',
  );
}

/** Neither a body nor a template. */
const NO_BODY = { html: null, text: null, templateId: null, variables: null, declared: null } as const;

/** The key order of a client's JSON is no change. */
function isSameJson(one: object, other: object): boolean {
  const sorted = (value: object) =>
    JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

async function requirePublished(database: Queryable, accountId: string, idOrAlias: string): Promise<string> {
  const name = isUuidV7(idOrAlias) ? idOrAlias.toLowerCase() : idOrAlias;
  const found = (await findNamedTemplates(database, accountId, [name])).get(name);
  if (!found) throw notFound('Template');
  if (found.isPublished) return found.id;
  throw new DomainError(
    'validation_error',
    `The template ${idOrAlias} is a draft. Publish it before you send with it.`,
  );
}
