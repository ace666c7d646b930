// Resolves the id in a path `/audiences/:id…`, which may be the id of an audience or of a segment: Resend's SDK has one
// kind of list only and calls it by either name. The path itself means the segment; the paths below it mean the
// segment's audience.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { AUDIENCE_COLUMNS, type Audience } from './audience.ts';

/** The audience that an id means. */
export interface ResolvedAudience {
  audienceId: string;
  /** The segment whose id was given; undefined: the id is the audience's. */
  segmentId: string | undefined;
}

interface Found {
  audienceId: string;
  segmentId: string | null;
}

/** The segments of a deleted audience are deleted with it, so a segment that exists has a visible audience. */
const RESOLVE = `
  SELECT id AS "audienceId", NULL AS "segmentId" FROM audiences
  WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
  UNION ALL
  SELECT audience_id, id FROM segments WHERE id = $1 AND account_id = $2`;

/**
 * Reads which audience an id means.
 * @param what the id should identify, for the refusal
 * @throws DomainError `not_found` when it is neither an audience nor a segment of the account
 */
export async function resolveAudience(
  database: Queryable,
  accountId: string,
  id: string,
  what = 'Audience',
): Promise<ResolvedAudience> {
  const { rows } = await database.query<Found>({
    name: 'resolve-audience',
    text: RESOLVE,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound(what);
  return { audienceId: rows[0].audienceId, segmentId: rows[0].segmentId ?? undefined };
}

const REQUIRE = `
  SELECT ${AUDIENCE_COLUMNS} FROM audiences WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
  UNION ALL
  SELECT id, account_id, name, false, created_at FROM segments WHERE id = $1 AND account_id = $2`;

/**
 * Reads the audience of a path `/audiences/:id`, or the segment, in the form of an audience.
 * @throws DomainError `not_found` when it is neither an audience nor a segment of the account
 */
export async function requireAudienceOrSegment(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<Audience> {
  const { rows } = await database.query<Audience>({
    name: 'find-audience-or-segment',
    text: REQUIRE,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Audience');
  return rows[0];
}
