// The page on which a campaign is written, checked and sent.
import { CampaignRecord } from '../record/campaign-record.tsx';

/** The page. */
export function CampaignEditor({ id }: { id: string }) {
  return <CampaignRecord id={id} part={undefined} />;
}
