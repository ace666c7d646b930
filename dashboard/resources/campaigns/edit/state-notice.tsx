// What is said above a campaign that is not a mere draft: when it is sent, or that it is paused.
import { Link } from 'wouter';
import type { Campaign } from '../../../api/generated/types.ts';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Time } from '../../../design/text/time.tsx';
import { CAMPAIGNS_PATH } from '../list.ts';

/** The notice; nothing for a draft. */
export function StateNotice({ campaign: { id, status, scheduled_at } }: { campaign: Campaign }) {
  if (status === 'scheduled')
    return (
      <Notice kind="info">
        This campaign will be sent <Time at={scheduled_at} />. Changes that you make until then are included.
      </Notice>
    );
  if (status === 'paused')
    return (
      <Notice kind="warn">
        This campaign is paused. After you resume it, your changes apply to people who have no mail yet:{' '}
        <Link href={`${CAMPAIGNS_PATH}/${id}`}>see results and resume</Link>.
      </Notice>
    );
  return null;
}
