// Finds templates that something else names, such as a step of an automation, and whether they can be sent.
import type { Queryable } from '../../../platform/db/connect.ts';
import { isUuidV7 } from '../../../platform/time/ids.ts';

/** A template and what a send with it still needs. */
export interface NamedTemplate {
  id: string;
  isPublished: boolean;
  /** Whether the published version has a sender. */
  hasSender: boolean;
  hasSubject: boolean;
  hasPoll: boolean;
}

const FIND = `
  SELECT templates.id, alias, published_version_id IS NOT NULL AS "isPublished",
         coalesce(trim(version.from_source), '') <> '' AS "hasSender",
         coalesce(version.subject, '') <> '' AS "hasSubject", version.poll IS NOT NULL AS "hasPoll"
  FROM templates LEFT JOIN template_versions AS version ON version.id = published_version_id
  WHERE templates.account_id = $1 AND (templates.id = ANY($2::uuid[]) OR alias = ANY($3::text[]))`;

/**
 * Finds templates by their ids or aliases.
 * @param names ids in lower case
 * @returns the templates by the requested name; missing ones are absent
 */
export async function findNamedTemplates(
  database: Queryable,
  accountId: string,
  names: readonly string[],
): Promise<Map<string, NamedTemplate>> {
  if (names.length === 0) return new Map();
  const ids = names.filter(isUuidV7);
  const aliases = names.filter((name) => !isUuidV7(name));
  const { rows } = await database.query<NamedTemplate & { alias: string | null }>({
    name: 'find-named-templates',
    text: FIND,
    values: [accountId, ids, aliases],
  });
  const found = new Map<string, NamedTemplate>();
  for (const { alias, ...template } of rows)
    for (const name of [template.id, alias]) if (name !== null) found.set(name, template);
  return found;
}
