// Freezes what a campaign says when it starts, in a row of its own: the published version of its template with the variables
// that it declares, and the postal address of the footer.
import { DomainError } from '../../../contract/domain-error.ts';
import type { DeclaredVariable } from '../../../mail/templates/template.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { EmailBody } from '../emails/contents/stored-body.ts';
import { refuseSecondPoll } from '../polls/define.ts';
import { insertPolls } from '../polls/insert.ts';
import { findUnsubscribePage } from '../unsubscribe-page/find.ts';
import type { CampaignContent } from './content.ts';
import { insertCampaignContent } from './insert-content.ts';

/** The new values of a frozen content. */
export interface FreezeOptions {
  ids: Ids;
  now: Date;
}

interface PublishedRow extends EmailBody {
  declared: DeclaredVariable[];
}

const FIND_PUBLISHED = `
  SELECT coalesce(inlined_html, html) AS html, text, version.variables AS declared, version.poll
  FROM templates JOIN template_versions AS version ON version.id = published_version_id
  WHERE templates.id = $1 AND templates.account_id = $2`;

/**
 * @returns the content as it would be frozen now, or the reason why it cannot be frozen: its template was deleted, or
 * has a second poll
 */
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
  const [published] = rows;
  if (!published) return new DomainError('validation_error', 'The template of the campaign was deleted.');
  const { poll, ...body } = published;
  if (poll && content.poll) return refuseSecondPoll('the campaign');
  return { ...frozen, ...body, poll: poll ? { ...poll, isOfTemplate: true } : content.poll };
}

/**
 * Inserts the content of a campaign that has begun. Its poll accepts votes from now on; a template's poll does so
 * already.
 */
export async function insertBegunContent(
  client: Queryable,
  content: CampaignContent,
  now: Date,
): Promise<void> {
  await insertCampaignContent(client, content);
  const { accountId, campaignId, poll: definition } = content;
  if (definition && !definition.isOfTemplate)
    await insertPolls(client, [{ accountId, owner: { campaignId }, definition, createdAt: now }]);
}
