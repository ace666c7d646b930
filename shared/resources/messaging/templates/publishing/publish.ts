// Publishes the newest version of a template: from then on emails are made from it. It is checked first, and its CSS is
// inlined if the template asks for it, which takes time; so the template is locked only afterwards, and when it was
// changed by then, everything begins again.
import { DomainError } from '../../../../contract/domain-error.ts';
import { type CssInliner, CssInliningError } from '../../../../mail/css/inline-css.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { Computer } from '../../../../platform/sharing/computer.ts';
import { timeOfChange } from '../../../foundation/if-unchanged.ts';
import { insertPolls } from '../../polls/insert.ts';
import { COMPLETE_SOURCE_CHECK, sourceOf } from '../check-source.ts';
import { lockTemplate, requireTemplate } from '../find.ts';
import type { FullTemplate, TemplateContent, TemplatePath } from '../template.ts';

/** Dependencies of publishing. */
export interface PublishDeps {
  database: Database;
  cssInliner: CssInliner;
  computer: Computer;
}

/** A client saves the template faster than it can be published. */
const ATTEMPTS_MAX = 5;

/**
 * Publishes a template. A published one without changes stays unchanged.
 * @throws DomainError `not_found`; `validation_error` for undeclared variables and unknown names, and when the CSS
 *   cannot be inlined
 */
export async function publishTemplate(
  deps: PublishDeps,
  path: TemplatePath,
  now: Date,
): Promise<FullTemplate> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const template = await requireTemplate(deps.database, path);
    if (template.currentVersionId === template.publishedVersionId) return template;
    const inlinedHtml = await prepareToPublish(deps, path.accountId, template.content);
    const published = await publishUnchanged(deps.database, template, inlinedHtml, now);
    if (published) return published;
  }
  throw new DomainError(
    'validation_error',
    'The template changed while it was being published, so it was not published. Try again.',
  );
}

/**
 * Checks a content, and inlines its CSS if it asks for it.
 * @returns the inlined html; null: the content does not ask for it
 * @throws DomainError `validation_error` for faults of the source, and when inlining fails, takes too long, or would
 *   damage the template
 */
export async function prepareToPublish(
  { cssInliner, computer }: Pick<PublishDeps, 'cssInliner' | 'computer'>,
  accountId: string,
  content: TemplateContent,
): Promise<string | null> {
  const check = (html: string | null) =>
    computer.run(accountId, COMPLETE_SOURCE_CHECK, { ...sourceOf(content), html });
  await check(content.html);
  if (!content.inlineCss || !content.html) return null;
  try {
    const inlinedHtml = await cssInliner.inline(accountId, content.html);
    // The CSS inliner parses the html and writes it again; what it writes must still be a template.
    await check(inlinedHtml);
    return inlinedHtml;
  } catch (error) {
    if (!(error instanceof CssInliningError || error instanceof DomainError)) throw error;
    throw new DomainError('validation_error', `The CSS of the HTML cannot be inlined: ${error.message}`, {
      cause: error,
    });
  }
}

/** @returns undefined when the template was changed since it was read */
async function publishUnchanged(
  database: Database,
  { id, accountId, currentVersionId, updatedAt }: FullTemplate,
  inlinedHtml: string | null,
  now: Date,
): Promise<FullTemplate | undefined> {
  return await transaction(database, async (client) => {
    const path = { accountId, idOrAlias: id };
    const template = await lockTemplate(client, path);
    if (template.updatedAt.getTime() !== updatedAt.getTime()) return undefined;
    await client.query({
      name: 'publish-template-version',
      text: 'UPDATE template_versions SET published_at = $2, inlined_html = $3 WHERE id = $1 AND account_id = $4',
      values: [currentVersionId, now, inlinedHtml, accountId],
    });
    // Publishing is a change too: its time is what `if_updated_at` compares with.
    await client.query({
      name: 'publish-template',
      text: `UPDATE templates SET published_version_id = $3, published_at = $4, updated_at = $5
             WHERE id = $1 AND account_id = $2`,
      values: [id, accountId, currentVersionId, now, timeOfChange(template, now)],
    });
    const { poll: definition } = template.content;
    if (definition)
      await insertPolls(client, [{ accountId, owner: { templateId: id }, definition, createdAt: now }]);
    return await requireTemplate(client, path);
  });
}
