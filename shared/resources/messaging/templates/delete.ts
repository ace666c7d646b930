// Deletes a template with its versions and polls. Emails that were made from it keep their contents.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type FindUse, requireUnused } from '../../foundation/in-use.ts';
import { deletePollsOf } from '../polls/delete-polls.ts';
import { lockTemplate } from './find.ts';
import type { Template, TemplatePath } from './template.ts';

/** @throws DomainError `not_found`; `validation_error` when an enabled automation or an unfinished campaign uses it, or a filter one of its polls */
export async function deleteTemplate(
  { database, inUse }: { database: Database; inUse: readonly FindUse[] },
  path: TemplatePath,
): Promise<Template> {
  return await transaction(database, async (client) => {
    await lockAccount(client, path.accountId);
    const template = await lockTemplate(client, path);
    const { id, alias, accountId } = template;
    const names = alias === null ? [id] : [id, alias];
    await requireUnused(client, inUse, accountId, { kind: 'template', names });
    await deletePollsOf(client, { accountId, owner: { templateId: id }, inUse });
    const values = [template.id, template.accountId];
    await client.query('DELETE FROM templates WHERE id = $1 AND account_id = $2', values);
    await client.query('DELETE FROM template_versions WHERE template_id = $1 AND account_id = $2', values);
    return template;
  });
}
