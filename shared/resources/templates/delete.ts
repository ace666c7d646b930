// Deletes a template with its versions. Emails that were made from it keep their contents.
import type { Database } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { lockTemplate } from './find.ts';
import type { Template, TemplatePath } from './template.ts';

/** @throws DomainError `not_found` */
export async function deleteTemplate(database: Database, path: TemplatePath): Promise<Template> {
  return await transaction(database, async (client) => {
    const template = await lockTemplate(client, path);
    const values = [template.id, template.accountId];
    await client.query('DELETE FROM templates WHERE id = $1 AND account_id = $2', values);
    await client.query('DELETE FROM template_versions WHERE template_id = $1 AND account_id = $2', values);
    return template;
  });
}
