// The refusal of a template that an account has not. It names the nearest aliases of the account, because most unknown
// aliases are misspelt or were renamed.
import { DomainError, notFound } from '../../../contract/domain-error.ts';
import { TEMPLATES_MAX } from '../../../contract/limits.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { FairTurns } from '../../../platform/sharing/fair-turns.ts';
import { isUuidV7 } from '../../../platform/time/ids.ts';
import type { TemplatePath } from './template.ts';

const NAMED_MAX = 3;
/** The part of the pairs of letters that two near aliases share. */
const LEAST_SHARED = 0.3;

/**
 * @param turns of the accounts, where a request may name many: comparing with TEMPLATES_MAX aliases takes milliseconds
 * @returns `not_found`, with up to three near aliases
 */
export async function unknownTemplate(
  database: Queryable,
  { accountId, idOrAlias }: TemplatePath,
  turns?: FairTurns,
): Promise<DomainError> {
  if (isUuidV7(idOrAlias)) return notFound('Template');
  const { rows } = await database.query<{ alias: string }>({
    name: 'list-template-aliases',
    text: 'SELECT alias FROM templates WHERE account_id = $1 AND alias IS NOT NULL ORDER BY alias LIMIT $2',
    values: [accountId, TEMPLATES_MAX],
  });
  const compare = () => nearestOf(rows, pairsOf(idOrAlias));
  const near = turns ? await turns.run(accountId, compare) : compare();
  if (near.length === 0) return notFound('Template');
  return new DomainError('not_found', `Template not found. Similar aliases: ${near.join(', ')}.`);
}

function nearestOf(rows: readonly { alias: string }[], pairs: ReadonlySet<string>): string[] {
  return rows
    .map(({ alias }) => ({ alias, shared: sharedPart(pairs, pairsOf(alias)) }))
    .filter(({ shared }) => shared >= LEAST_SHARED)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, NAMED_MAX)
    .map(({ alias }) => `\`${alias}\``);
}

/** The pairs of letters that follow each other, with both ends of the text. */
function pairsOf(text: string): ReadonlySet<string> {
  const whole = ` ${text.toLowerCase()} `;
  return new Set(Array.from({ length: whole.length - 1 }, (_, at) => whole.slice(at, at + 2)));
}

/** The coefficient of Dice: 0 to 1. */
function sharedPart(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const both = [...some].filter((pair) => others.has(pair)).length;
  return (2 * both) / (some.size + others.size);
}
