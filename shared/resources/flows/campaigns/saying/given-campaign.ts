// What a client gives for a campaign, and the content that it becomes: a draft has its own html and text, or a template whose
// published version is taken when it starts.
import { isDeepStrictEqual } from 'node:util';
import { DomainError, notFound } from '../../../../contract/domain-error.ts';
import type { Utm } from '../../../../mail/links/utm.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import type { CampaignContent } from '../../../messaging/campaign-contents/content.ts';
import { findNamedTemplates } from '../../../messaging/templates/find-named.ts';

/** The fields of a content; an absent one keeps its value. */
export interface GivenContent {
  from?: string | undefined;
  subject?: string | undefined;
  replyTo?: string[] | null | undefined;
  previewText?: string | null | undefined;
  html?: string | null | undefined;
  text?: string | null | undefined;
  /** null: none. */
  utm?: Utm | null | undefined;
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
  | 'utm'
>;

/**
 * Changes what a campaign says. Html or text of its own go before the template that it had.
 * @throws DomainError `not_found` for an unknown template; `validation_error` for one that was never published, or when
 *   nothing is left that could be sent
 */
export async function changeContent(
  database: Queryable,
  accountId: string,
  given: GivenContent,
  former: CampaignSaying,
): Promise<CampaignSaying> {
  const { from = former.from, subject = former.subject } = given;
  const { replyTo = former.replyTo, previewText = former.previewText, utm = former.utm } = given;
  const changed = { ...former, from, subject, replyTo, previewText, utm };
  const { template } = given;
  if (!template) return withOwnBody(changed, given);
  const templateId = await requirePublished(database, accountId, template.idOrAlias);
  const variables = { ...template.variables };
  const isSame = templateId === former.templateId && isDeepStrictEqual(variables, former.variables);
  return isSame ? changed : { ...changed, ...NO_BODY, templateId, variables };
}

function withOwnBody(changed: CampaignSaying, { template, html, text }: GivenContent): CampaignSaying {
  const hadTemplate = changed.templateId !== null;
  if (hadTemplate && template === undefined && !html && !text) return changed;
  const former = hadTemplate ? { ...changed, ...NO_BODY } : changed;
  const own = { ...former, html: html === undefined ? former.html : html };
  if (text !== undefined) own.text = text;
  if (own.html || own.text) return own;
  throw new DomainError(
    'validation_error',
    'One of `html` and `text` must be given and must not be empty, or a template.',
  );
}

/** Neither a body nor a template. */
const NO_BODY = { html: null, text: null, templateId: null, variables: null, declared: null } as const;

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
