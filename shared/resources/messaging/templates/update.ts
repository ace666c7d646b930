// Updates a template: PATCH /templates/:id, and its revert to an older version. The name and the alias change at once;
// the content changes in the draft, which is made when the newest version is the published one.
import { isDeepStrictEqual } from 'node:util';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { type ChangeCondition, requireUnchanged, timeOfChange } from '../../foundation/if-unchanged.ts';
import { definePoll, type GivenPoll } from '../polls/define.ts';
import type { PollDefinition } from '../polls/poll.ts';
import { SOURCE_CHECK, sourceOf } from './check-source.ts';
import { type ChangeTemplateDeps, orAliasTaken } from './create.ts';
import { lockTemplate, requireTemplate, requireVersion } from './find.ts';
import type { FullTemplate, TemplateContent, TemplatePath } from './template.ts';
import { dateVariables } from './variables.ts';
import { insertVersion, updateVersion } from './versions.ts';

/** The changes; an absent field keeps its value. */
export interface TemplateChanges {
  name?: string | undefined;
  alias?: string | null | undefined;
  content: Partial<Omit<TemplateContent, 'poll'>> & { poll?: GivenPoll | null | undefined };
}

/**
 * Updates a template.
 * @throws DomainError `not_found`; `validation_error` for faults of the source, a taken alias, another time
 */
export async function updateTemplate(
  { database, ids, computer }: ChangeTemplateDeps,
  path: TemplatePath,
  { ifUpdatedAt, ...changes }: TemplateChanges & ChangeCondition,
  now: Date,
): Promise<FullTemplate> {
  const work = async (client: Transaction) => {
    const template = await lockTemplate(client, path);
    requireUnchanged('template', template, ifUpdatedAt);
    const { name = template.name, alias = template.alias } = changes;
    const poll = await changePoll(client, template, changes.content.poll, { ids, now });
    const { variables: before } = template.content;
    const variables = dateVariables(changes.content.variables ?? before, before, now);
    const content = { ...template.content, ...changes.content, variables, poll };
    const hasNewContent = !isDeepStrictEqual(content, template.content);
    if (name === template.name && alias === template.alias && !hasNewContent) return template;
    if (hasNewContent) await computer.run(template.accountId, SOURCE_CHECK, sourceOf(content));
    const updatedAt = timeOfChange(template, now);
    const currentVersionId = hasNewContent
      ? await saveDraft(client, template, content, { ids, now: updatedAt })
      : template.currentVersionId;
    return await change(client, { ...template, name, alias, currentVersionId, updatedAt });
  };
  return await orAliasTaken(transaction(database, work), changes.alias ?? null);
}

/** The poll after a change. With the options of the draft or of the published version, it is the same poll. */
async function changePoll(
  client: Transaction,
  { accountId, publishedVersionId, content }: FullTemplate,
  given: GivenPoll | null | undefined,
  options: { ids: Ids; now: Date },
): Promise<PollDefinition | null> {
  if (given === undefined) return content.poll;
  if (given === null) return null;
  const { rows } = await client.query<Pick<TemplateContent, 'poll'>>({
    name: 'find-published-poll',
    text: 'SELECT poll FROM template_versions WHERE id = $1 AND account_id = $2',
    values: [publishedVersionId, accountId],
  });
  return definePoll(given, [content.poll, rows[0]?.poll ?? null], options);
}

/** Makes a new draft with the content of a version. @throws DomainError `not_found` */
export async function revertTemplate(
  { database, ids }: ChangeTemplateDeps,
  path: TemplatePath,
  versionId: string,
  now: Date,
): Promise<FullTemplate> {
  return await transaction(database, async (client) => {
    const template = await lockTemplate(client, path);
    const content = await requireVersion(client, template, versionId);
    const currentVersionId = ids.next();
    const updatedAt = timeOfChange(template, now);
    await insertVersion(client, template, { id: currentVersionId, content, now: updatedAt });
    return await change(client, { ...template, currentVersionId, updatedAt });
  });
}

/** @returns the id of the newest version after the change */
async function saveDraft(
  client: Transaction,
  template: FullTemplate,
  content: TemplateContent,
  { ids, now }: { ids: Ids; now: Date },
): Promise<string> {
  const { currentVersionId, publishedVersionId } = template;
  if (currentVersionId !== publishedVersionId) {
    await updateVersion(client, template, content, now);
    return currentVersionId;
  }
  const id = ids.next();
  await insertVersion(client, template, { id, content, now });
  return id;
}

async function change(
  client: Transaction,
  { id, accountId, name, alias, currentVersionId, updatedAt }: FullTemplate,
): Promise<FullTemplate> {
  await client.query({
    name: 'update-template',
    text: `UPDATE templates SET name = $3, alias = $4, current_version_id = $5, updated_at = $6
           WHERE id = $1 AND account_id = $2`,
    values: [id, accountId, name, alias, currentVersionId, updatedAt],
  });
  return await requireTemplate(client, { accountId, idOrAlias: id });
}
