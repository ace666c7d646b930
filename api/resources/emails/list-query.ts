// Query of GET /emails (docs/reference/emails.md#get-emails).
import Joi from 'joi';
import { EMAIL_FOLDERS, EMAIL_SOURCES, EMAIL_STATUSES } from '../../../shared/contract/emails/values.ts';
import { TAG_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import { findMailSpan } from '../../../shared/resources/flows/campaigns/find-mail-span.ts';
import type { EmailSource, EmailStatus } from '../../../shared/resources/messaging/emails/email.ts';
import type { EmailFilters } from '../../../shared/resources/messaging/emails/list.ts';
import { readTimeBounds, type TimeBounds, timeBounds } from '../../input/read-time.ts';
import { severalStatuses } from '../../input/several-statuses.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';
import type { Call } from '../../route.ts';

/** The query as the client wrote it. */
interface ListEmailsQuery extends PageRequest, TimeBounds {
  status?: (EmailStatus | 'scheduled')[];
  q?: string;
  folder?: 'sent' | 'scheduled';
  from?: string;
  to?: string;
  tag?: string;
  source?: EmailSource;
  domain_id?: string;
  campaign_id?: string;
  /** The other name of `campaign_id`. */
  broadcast_id?: string;
  thread_id?: string;
}

const campaignId = idOf('a campaign');

/** Query of GET /emails. */
export const listEmailsQuery = (pageQuery as Joi.ObjectSchema)
  .keys({
    status: severalStatuses('emails', [...EMAIL_STATUSES, 'scheduled']),
    q: Joi.string()
      .max(200)
      .description('Only emails with this text in the subject, the sender or a `to` address'),
    folder: Joi.string()
      .valid(...EMAIL_FOLDERS)
      .description('`scheduled`: only pending emails; `sent`: all other emails'),
    from: Joi.string().max(320).description('Only emails from this sender'),
    to: Joi.string().max(320).description('Only emails to this recipient'),
    tag: Joi.string()
      .max(2 * TAG_MAX_LENGTH + 1)
      .description('Only emails with this tag: `name` or `name:value`'),
    source: Joi.string()
      .valid(...EMAIL_SOURCES)
      .description('Only emails that were submitted this way'),
    ...timeBounds('Only emails accepted'),
    domain_id: idOf('a domain').description('Only emails that were sent for this domain'),
    campaign_id: campaignId.description('Only emails of this campaign'),
    broadcast_id: campaignId.description('Alias of `campaign_id`'),
    thread_id: idOf('a conversation').description('Only emails of this conversation'),
  })
  .custom(({ broadcast_id: other, ...query }: ListEmailsQuery, { error }) => {
    const { campaign_id: id = other } = query;
    if (other !== undefined && other.toLowerCase() !== id?.toLowerCase()) return error('campaign.names');
    return id === undefined ? query : { ...query, campaign_id: id };
  })
  .messages({
    'campaign.names': '`campaign_id` and `broadcast_id` are the same filter and must not differ',
  }) as Joi.ObjectSchema<ListEmailsQuery>;

/** Filters and page of a validated query. @throws DomainError `validation_error` for an invalid time */
export async function toEmailFilters(
  { deps: { database, clock }, caller: { accountId } }: Pick<Call, 'deps' | 'caller'>,
  query: ListEmailsQuery,
): Promise<{ page: PageRequest; filters: EmailFilters }> {
  const { limit, after, before, status, since, until, ...others } = query;
  const { domain_id: domainId, campaign_id: id, thread_id: threadId, broadcast_id: _, ...same } = others;
  const statuses = status?.map((each) => (each === 'scheduled' ? 'pending' : each));
  const times = readTimeBounds({ since, until }, clock.now());
  const campaign = id === undefined ? undefined : await findMailSpan(database, accountId, id);
  return {
    page: { limit, ...(after && { after }), ...(before && { before }) },
    filters: { ...same, ...times, statuses, domainId, campaign, threadId },
  };
}
