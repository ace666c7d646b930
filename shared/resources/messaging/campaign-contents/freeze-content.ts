// Freezes what a campaign says when it starts, in a row of its own: the published version of its template with the variables
// that it declares, and the postal address of the footer.
import { DomainError } from '../../../contract/domain-error.ts';
import type { DeclaredVariable } from '../../../mail/templates/template.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { findUnsubscribePage } from '../unsubscribe-page/find.ts';
import type { CampaignContent } from './content.ts';
import { insertCampaignContent } from './insert-content.ts';

/** What is new of a frozen content. */
export interface FreezeOptions {
  ids: Ids;
  now: Date;
}

interface PublishedRow {
  html: string | null;
  text: string | null;
  declared: DeclaredVariable[];
}

const FIND_PUBLISHED = `
  SELECT coalesce(inlined_html, html) AS html, text, version.variables AS declared
  FROM templates JOIN template_versions AS version ON version.id = published_version_id
  WHERE templates.id = $1 AND templates.account_id = $2`;

/** @returns the content as it would be frozen now, or why it cannot be: its template is gone */
export async function prepareFrozenContent(
  database: Queryable,
  content: CampaignContent,
  { ids, now }: FreezeOptions,
): Promise<CampaignContent | DomainError> {
  const { accountId, templateId } = content;
  const { postalAddress } = await findUnsubscribePage(database, accountId);
  const frozen = { ...content, id: ids.next(), postalAddress, createdAt: now };
  if (templateId === null) return frozen;
  const { rows } = await database.query<PublishedRow>({
    name: 'find-published-template-of-campaign',
    text: FIND_PUBLISHED,
    values: [templateId, accountId],
  });
  if (rows[0]) return { ...frozen, ...rows[0] };
  return new DomainError('validation_error', 'The template of the campaign was deleted.');
}

/** Freezes a content. @returns the stored one, or why there is none */
export async function freezeCampaignContent(
  client: Queryable,
  content: CampaignContent,
  options: FreezeOptions,
): Promise<CampaignContent | DomainError> {
  const frozen = await prepareFrozenContent(client, content, options);
  if (!(frozen instanceof DomainError)) await insertCampaignContent(client, frozen);
  return frozen;
}
