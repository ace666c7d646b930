// What a client gives for a campaign, and the content that it becomes: a draft has its own html and text, or a template whose
// published version is taken when it starts.

import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../../../contract/domain-error.ts';
import type { MailContent } from '../../../../contract/mail/fields.ts';
import type { Utm } from '../../../../mail/links/utm.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import type { CampaignContentFields, CampaignPoll } from '../../../messaging/campaign-contents/content.ts';
import {
  type DefineOptions,
  definePoll,
  type GivenPoll,
  refuseSecondPoll,
} from '../../../messaging/polls/define.ts';
import { findNamedTemplates } from '../../../messaging/templates/find-named.ts';
import { unknownTemplate } from '../../../messaging/templates/unknown-template.ts';

/** The fields of a content; an absent one keeps its value, and so does a sender or a subject that is null. */
export interface GivenContent extends Partial<MailContent> {
  /** null: none. */
  utm?: Utm | null | undefined;
  /** null: none. */
  poll?: GivenPoll | null | undefined;
  /** null: none any more. */
  template?: { idOrAlias: string; variables: Readonly<Record<string, unknown>> } | null | undefined;
}

/**
 * Changes the content of a campaign. Its own html or text win over the template that it had.
 * @throws DomainError `not_found` for an unknown template; `validation_error` for one that was never published, for a second
 *   poll, or when no sendable content is left
 */
export async function changeContent(
  database: Queryable,
  accountId: string,
  given: GivenContent,
  former: CampaignContentFields,
  options: DefineOptions,
): Promise<CampaignContentFields> {
  const { html, text, template, utm = former.utm, ...head } = given;
  const from = given.from ?? former.from;
  const subject = given.subject ?? former.subject;
  const poll = changePoll(given.poll, former.poll, options);
  const changed = { ...former, ...head, from, subject, utm, poll };
  const fields = await changeBody(database, accountId, given, changed);
  // A campaign that has begun has its frozen content, whatever happened to the template.
  if (fields.poll && fields.declared === null && (given.poll || given.template))
    await requireNoPoll(database, accountId, fields.templateId);
  return fields;
}

function changePoll(
  given: GivenPoll | null | undefined,
  former: CampaignPoll | null,
  options: DefineOptions,
): CampaignPoll | null {
  if (given === undefined) return former;
  const poll = given && definePoll(given, [former], options);
  const isSame = former !== null && isDeepStrictEqual({ ...former, ...poll }, former);
  return isSame && poll ? former : poll;
}

async function changeBody(
  database: Queryable,
  accountId: string,
  given: GivenContent,
  changed: CampaignContentFields,
): Promise<CampaignContentFields> {
  const { template } = given;
  if (!template) return withOwnBody(changed, given);
  const templateId = await requirePublished(database, accountId, template.idOrAlias);
  const variables = { ...template.variables };
  const isSame = templateId === changed.templateId && isDeepStrictEqual(variables, changed.variables);
  return isSame ? changed : { ...withoutBody(changed), templateId, variables };
}

function withOwnBody(
  changed: CampaignContentFields,
  { template, html, text }: GivenContent,
): CampaignContentFields {
  const hadTemplate = changed.templateId !== null;
  if (hadTemplate && template === undefined && !html && !text) return changed;
  const former = hadTemplate ? withoutBody(changed) : changed;
  const own = { ...former, html: html === undefined ? former.html : html };
  if (text !== undefined) own.text = text;
  if (own.html || own.text) return own;
  throw new DomainError('validation_error', 'Give a non-empty `html` or `text`, or a template.');
}

/** Removes the body, the template, and the parts that were taken from one. */
function withoutBody(fields: CampaignContentFields): CampaignContentFields {
  const poll = fields.poll?.isOfTemplate ? null : fields.poll;
  return { ...fields, html: null, text: null, templateId: null, variables: null, declared: null, poll };
}

async function requireNoPoll(
  database: Queryable,
  accountId: string,
  templateId: string | null,
): Promise<void> {
  if (templateId === null) return;
  const found = await findNamedTemplates(database, accountId, [templateId]);
  if (found.get(templateId)?.hasPoll) throw refuseSecondPoll('the campaign');
}

async function requirePublished(database: Queryable, accountId: string, idOrAlias: string): Promise<string> {
  const name = isUuidV7(idOrAlias) ? idOrAlias.toLowerCase() : idOrAlias;
  const found = (await findNamedTemplates(database, accountId, [name])).get(name);
  if (!found) throw await unknownTemplate(database, { accountId, idOrAlias });
  if (found.isPublished) return found.id;
  throw new DomainError(
    'validation_error',
    `The template ${idOrAlias} is a draft. Publish it before you send it.`,
  );
}
