// The phase of an erasure that removes the deleted contacts from campaigns, and the address from votes. It is before
// the emails: by then unsent emails of campaigns have new ids of their recipients.
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import { eraseVotes } from '../../../messaging/polls/erase.ts';
import { eraseFromCampaigns } from '../../campaigns/erase-recipients.ts';
import type { PhaseContext, Progress } from '../erasure.ts';

/** Look-ups of a recipient by its key in one step: some tenths of a second. */
const STEP_LOOKUPS = 20_000;
const CAMPAIGNS_MAX_STEP = 500;

/** Takes the contacts out of the next campaigns. */
export async function eraseFromCampaignsOfAccount({ client, erasure }: PhaseContext): Promise<Progress> {
  const { accountId, contactIds, emailKey, position } = erasure;
  const [after = NIL_UUID] = position;
  const campaigns = Math.min(CAMPAIGNS_MAX_STEP, Math.ceil(STEP_LOOKUPS / Math.max(1, contactIds.length)));
  const last = await eraseFromCampaigns(client, { accountId, contactIds, after, campaigns });
  if (last !== undefined) return { position: [last] };
  await eraseVotes(client, accountId, emailKey);
  return { phase: 'emails', position: [] };
}
