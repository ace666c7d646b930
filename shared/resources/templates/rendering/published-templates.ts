// Finds the published version of templates for sends. The database is asked at each send, so a template that was just
// published or deleted counts at once; lookups that arrive together share one statement. What is compiled from a version
// is kept, since a published version never changes.
import { DomainError, notFound } from '../../../contract/domain-error.ts';
import type { CompiledTemplate } from '../../../mail/templates/compile.ts';
import { CompiledTemplates } from '../../../mail/templates/template-cache.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { createGroupCommit } from '../../../platform/db/group-commit.ts';
import type { FairTurns } from '../../../platform/sharing/fair-turns.ts';
import { isUuidV7 } from '../../../platform/time/ids.ts';
import { compileContent } from '../check-source.ts';
import { CONTENT_COLUMNS, type TemplateContent, type TemplatePath } from '../template.ts';

/** Compiled templates that stay in memory. */
const CACHE_MAX_BYTES = 64 * 1024 * 1024;
const GROUP_MAX = 100;

/** A template as emails are made from it. */
export interface SendableTemplate {
  id: string;
  compiled: CompiledTemplate;
}

/**
 * Finds a template for a send.
 * @throws DomainError `not_found`; `validation_error` for a template that was never published
 */
export type FindPublishedTemplate = (path: TemplatePath) => Promise<SendableTemplate>;

interface FoundRow {
  /** The place of the lookup in its group. */
  place: number;
  id: string;
  versionId: string | null;
}

/** Creates the lookup of a process. */
export function createPublishedTemplates(database: Database, turns: FairTurns): FindPublishedTemplate {
  const cache = new CompiledTemplates(CACHE_MAX_BYTES);
  const loading = new Map<string, Promise<CompiledTemplate>>();
  const lookups = createGroupCommit<TemplatePath, FoundRow | undefined>({
    write: (paths) => findVersions(database, paths),
    maxItems: GROUP_MAX,
    maxWriting: 1,
  });
  const load = async (accountId: string, versionId: string): Promise<CompiledTemplate> => {
    const content = await requireContent(database, accountId, versionId);
    const compiled = await turns.run(accountId, () => compileContent(content));
    cache.set(versionId, compiled);
    return compiled;
  };
  const loadOnce = (accountId: string, versionId: string): Promise<CompiledTemplate> => {
    const loaded =
      loading.get(versionId) ?? load(accountId, versionId).finally(() => loading.delete(versionId));
    loading.set(versionId, loaded);
    return loaded;
  };
  return async (path) => {
    const found = await lookups.add(path);
    if (!found) throw notFound('Template');
    const { id, versionId } = found;
    if (versionId === null) throw new DomainError('validation_error', notPublished(path));
    return { id, compiled: cache.get(versionId) ?? (await loadOnce(path.accountId, versionId)) };
  };
}

function notPublished({ idOrAlias }: TemplatePath): string {
  return `The template ${idOrAlias} is a draft. Publish it before you send with it.`;
}

const FIND = `
  SELECT place, templates.id, published_version_id AS "versionId"
  FROM unnest($1::int[], $2::uuid[], $3::uuid[]) AS given (place, account_id, id)
  JOIN templates ON templates.id = given.id AND templates.account_id = given.account_id
  UNION ALL
  SELECT place, templates.id, published_version_id
  FROM unnest($4::int[], $5::uuid[], $6::text[]) AS given (place, account_id, alias)
  JOIN templates ON templates.account_id = given.account_id AND templates.alias = given.alias`;

async function findVersions(
  database: Database,
  paths: readonly TemplatePath[],
): Promise<(FoundRow | undefined)[]> {
  const given = paths.map((path, place) => ({ ...path, place }));
  const columns = (chosen: typeof given) => [
    chosen.map(({ place }) => place),
    chosen.map(({ accountId }) => accountId),
    chosen.map(({ idOrAlias }) => idOrAlias),
  ];
  const { rows } = await database.query<FoundRow>({
    name: 'find-published-templates',
    text: FIND,
    values: [
      ...columns(given.filter(({ idOrAlias }) => isUuidV7(idOrAlias))),
      ...columns(given.filter(({ idOrAlias }) => !isUuidV7(idOrAlias))),
    ],
  });
  const found = new Map(rows.map((row) => [row.place, row]));
  return given.map(({ place }) => found.get(place));
}

/** The content of a published version. */
async function requireContent(
  database: Database,
  accountId: string,
  versionId: string,
): Promise<TemplateContent> {
  const { rows } = await database.query<TemplateContent & { inlinedHtml: string | null }>({
    name: 'find-published-content',
    text: `SELECT ${CONTENT_COLUMNS}, version.inlined_html AS "inlinedHtml"
           FROM template_versions AS version WHERE id = $1 AND account_id = $2`,
    values: [versionId, accountId],
  });
  // It was deleted since its template was found.
  if (!rows[0]) throw notFound('Template');
  const { inlinedHtml, ...content } = rows[0];
  return { ...content, html: inlinedHtml ?? content.html };
}
