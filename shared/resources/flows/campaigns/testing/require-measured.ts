// Whether a test can be decided: what its metric counts is measured of the mail of each variant.
import { DomainError } from '../../../../contract/domain-error.ts';
import { parseMailbox } from '../../../../mail/addresses.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { CampaignSaying } from '../../../messaging/campaign-contents/content.ts';
import type { DomainTracking } from '../../../messaging/emails/tracking/measures.ts';
import type { Campaign } from '../campaign.ts';
import type { AbTest } from './ab-test.ts';

/** A campaign whose test is looked at. */
export interface MeasuredTest extends Pick<Campaign, 'accountId' | 'tracking'> {
  abTest: Pick<AbTest, 'winnerMetric'>;
}

const FIND = `
  SELECT name, open_tracking AS "openTracking", click_tracking AS "clickTracking"
  FROM domains WHERE account_id = $1 AND name = ANY($2::text[])`;

/**
 * What a campaign chooses goes before what its domains measure. A domain that is not there is not looked at here: nothing is
 * sent from it.
 * @throws DomainError `validation_error` that names the domain
 */
export async function requireMeasured(
  database: Queryable,
  { accountId, tracking, abTest: { winnerMetric } }: MeasuredTest,
  variants: readonly Pick<CampaignSaying, 'from'>[],
): Promise<void> {
  if (winnerMetric === 'manual') return;
  const isOpens = winnerMetric === 'open_rate';
  const chosen = isOpens ? tracking?.opens : tracking?.clicks;
  if (chosen === true) return;
  const [what, flag] = isOpens ? ['opens', 'open_tracking'] : ['clicks', 'click_tracking'];
  const refuse = (why: string) =>
    new DomainError('validation_error', `The test is decided by ${what}, but ${why}.`, { field: 'ab_test' });
  if (chosen === false) throw refuse(`the \`tracking\` of the campaign leaves them out`);
  const names = variants.map(({ from }) => parseMailbox(from)?.domain ?? '');
  const { rows } = await database.query<DomainTracking & { name: string }>({
    name: 'find-tracking-of-domains',
    text: FIND,
    values: [accountId, names],
  });
  const unmeasured = rows.find((domain) => !(isOpens ? domain.openTracking : domain.clickTracking));
  if (unmeasured) throw refuse(`\`${flag}\` of the domain ${unmeasured.name} is off`);
}
