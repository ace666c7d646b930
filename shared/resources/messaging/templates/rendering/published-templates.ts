// Finds the published version of templates for sends. The database is read at each send, so a template that was just
// published or deleted counts at once; lookups that arrive together share one statement. Compiled versions are cached,
// since a published version never changes.

import { DomainError, notFound } from '../../../../contract/domain-error.ts';
import type { CompiledTemplate } from '../../../../mail/templates/compile.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { createGroupCommit } from '../../../../platform/db/group-commit.ts';
import { ByteCache, type Weighed } from '../../../../platform/sharing/byte-cache.ts';
import type { FairTurns } from '../../../../platform/sharing/fair-turns.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import type { PollDefinition } from '../../polls/poll.ts';
import { compileContent } from '../check-source.ts';
import { SELECTED_CONTENT, type TemplateContent, type TemplatePath } from '../template.ts';
import { unknownTemplate } from '../unknown-template.ts';

/** Compiled templates that stay in memory. */
const CACHE_MAX_BYTES = 64 * 1024 * 1024;
const GROUP_MAX = 100;

/** A template as emails are made from it. */
export interface SendableTemplate {
  id: string;
  compiled: CompiledTemplate;
  /** The poll of its mail; null: none, or the send's. */
  poll: PollDefinition | null;
}

/** A published version. */
type CachedVersion = Pick<SendableTemplate, 'compiled' | 'poll'> & Weighed;

/**
 * Finds a template for a send.
 * @throws DomainError `not_found`; `validation_error` for a template that was never published
 */
export type FindPublishedTemplate = (path: TemplatePath) => Promise<SendableTemplate>;

interface FoundRow {
  id: string;
  accountId: string;
  alias: string | null;
  versionId: string | null;
}

/** Creates the lookup of a process. */
export function createPublishedTemplates(database: Database, turns: FairTurns): FindPublishedTemplate {
  const cache = new ByteCache<CachedVersion>(CACHE_MAX_BYTES);
  const lookups = createGroupCommit<TemplatePath, FoundRow | undefined>({
    write: (paths) => findVersions(database, paths),
    maxItems: GROUP_MAX,
    maxWriting: 1,
  });
  const load = async (accountId: string, versionId: string): Promise<CachedVersion> => {
    const content = await requireContent(database, accountId, versionId);
    const compiled = await turns.run(accountId, () => compileContent(content));
    return { compiled, poll: content.poll, bytes: compiled.bytes };
  };
  return async (path) => {
    const found = await lookups.add(path);
    if (!found) throw await unknownTemplate(database, path, turns);
    const { id, versionId } = found;
    if (versionId === null) throw new DomainError('validation_error', notPublished(path));
    const { compiled, poll } = await cache.getOrLoad(versionId, () => load(path.accountId, versionId));
    return { id, compiled, poll };
  };
}

function notPublished({ idOrAlias }: TemplatePath): string {
  return `The template ${idOrAlias} is a draft. Publish it before you send it.`;
}

const SELECT = `SELECT id, account_id AS "accountId", alias, published_version_id AS "versionId" FROM templates`;
const BY_ID = {
  name: 'find-published-templates-by-id',
  text: `${SELECT} WHERE (account_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
};
const BY_ALIAS = {
  name: 'find-published-templates-by-alias',
  text: `${SELECT} WHERE (account_id, alias) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
};

/** Most groups call their templates in one way, and need one statement. */
async function findVersions(
  database: Database,
  paths: readonly TemplatePath[],
): Promise<(FoundRow | undefined)[]> {
  const find = async (statement: typeof BY_ID, asked: readonly TemplatePath[]): Promise<FoundRow[]> => {
    if (asked.length === 0) return [];
    const values = [asked.map(({ accountId }) => accountId), asked.map(({ idOrAlias }) => idOrAlias)];
    return (await database.query<FoundRow>({ ...statement, values })).rows;
  };
  const [byId, byAlias] = await Promise.all([
    find(
      BY_ID,
      paths.filter(({ idOrAlias }) => isUuidV7(idOrAlias)),
    ),
    find(
      BY_ALIAS,
      paths.filter(({ idOrAlias }) => !isUuidV7(idOrAlias)),
    ),
  ]);
  const found = new Map([
    ...byId.map((row) => [`${row.accountId} ${row.id}`, row] as const),
    ...byAlias.map((row) => [`${row.accountId} ${row.alias}`, row] as const),
  ]);
  return paths.map(({ accountId, idOrAlias }) =>
    found.get(`${accountId} ${isUuidV7(idOrAlias) ? idOrAlias.toLowerCase() : idOrAlias}`),
  );
}

/** The content of a published version. */
async function requireContent(
  database: Database,
  accountId: string,
  versionId: string,
): Promise<TemplateContent> {
  const { rows } = await database.query<TemplateContent & { inlinedHtml: string | null }>({
    name: 'find-published-content',
    text: `SELECT ${SELECTED_CONTENT}, version.inlined_html AS "inlinedHtml"
           FROM template_versions AS version WHERE id = $1 AND account_id = $2`,
    values: [versionId, accountId],
  });
  // It was deleted since its template was found.
  if (!rows[0]) throw notFound('Template');
  const { inlinedHtml, ...content } = rows[0];
  return { ...content, html: inlinedHtml ?? content.html };
}
