// Creates a template with its first draft, up to TEMPLATES_MAX per account, and duplicates one.
import { DomainError } from '../../../contract/domain-error.ts';
import { TEMPLATE_NAME_MAX_LENGTH, TEMPLATES_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { SQLSTATES, sqlstateOf } from '../../../platform/failures/sqlstates.ts';
import type { Computer } from '../../../platform/sharing/computer.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { copiedName } from '../../foundation/copied-name.ts';
import { copyPoll } from '../polls/define.ts';
import { SOURCE_CHECK, sourceOf } from './check-source.ts';
import { requireTemplate } from './find.ts';
import type { FullTemplate, TemplateContent, TemplatePath } from './template.ts';
import { dateVariables } from './variables.ts';
import { insertVersion } from './versions.ts';

/** Dependencies of changing templates. */
export interface ChangeTemplateDeps {
  database: Database;
  ids: Ids;
  /** A hostile source takes about ten milliseconds to compile. */
  computer: Computer;
}

/** A template that will be created. */
export interface NewTemplate {
  accountId: string;
  name: string;
  alias: string | null;
  content: TemplateContent;
}

/**
 * Creates a template.
 * @throws DomainError `validation_error` for faults of the source, an alias that another template has, or when the
 *   account has TEMPLATES_MAX
 */
export async function createTemplate(
  { database, ids, computer }: ChangeTemplateDeps,
  template: NewTemplate,
  now: Date,
): Promise<FullTemplate> {
  const { accountId, alias } = template;
  const content = { ...template.content, variables: dateVariables(template.content.variables, [], now) };
  await computer.run(accountId, SOURCE_CHECK, sourceOf(content));
  const id = ids.next();
  const versionId = ids.next();
  const work = async (client: Transaction) => {
    await lockAccount(client, accountId);
    await insertTemplate(client, { ...template, id, versionId }, now);
    await insertVersion(client, { id, accountId }, { id: versionId, content, now });
    return await requireTemplate(client, { accountId, idOrAlias: id });
  };
  return await orAliasTaken(transaction(database, work), alias);
}

async function insertTemplate(
  client: Transaction,
  { id, accountId, name, alias, versionId }: NewTemplate & { id: string; versionId: string },
  now: Date,
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'create-template',
    text: `INSERT INTO templates (id, account_id, name, alias, current_version_id, created_at, updated_at)
           SELECT $1, $2, $3, $4, $5, $6, $6
           WHERE (SELECT count(*) FROM templates WHERE account_id = $2) < ${TEMPLATES_MAX}`,
    values: [id, accountId, name, alias, versionId, now],
  });
  if (rowCount === 0)
    throw new DomainError('validation_error', `An account can have up to ${TEMPLATES_MAX} templates.`);
}

/** Creates a template with the newest content of another one, and a poll of its own. @throws DomainError `not_found`, as `createTemplate` */
export async function duplicateTemplate(
  deps: ChangeTemplateDeps,
  path: TemplatePath,
  now: Date,
): Promise<FullTemplate> {
  const { accountId, name, content } = await requireTemplate(deps.database, path);
  const copy = {
    accountId,
    name: copiedName(name, TEMPLATE_NAME_MAX_LENGTH),
    alias: null,
    content: { ...content, poll: content.poll && copyPoll(content.poll, deps.ids) },
  };
  return await createTemplate(deps, copy, now);
}

/** Replaces the error of the unique alias by its refusal. */
export async function orAliasTaken<Result>(work: Promise<Result>, alias: string | null): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (sqlstateOf(error) !== SQLSTATES.uniqueViolation) throw error;
    throw new DomainError('validation_error', `A template with the alias ${alias} already exists.`, {
      field: 'alias',
      cause: error,
    });
  }
}
