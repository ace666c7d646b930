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
        It is sent <Time at={scheduled_at} />. What you change until then is sent.
      </Notice>
    );
  if (status === 'paused')
    return (
      <Notice kind="warn">
        It is paused. What you change is sent to those who have got no mail yet, once it is resumed:{' '}
        <Link href={`${CAMPAIGNS_PATH}/${id}`}>its figures and its acts</Link>.
      </Notice>
    );
  return null;
}
