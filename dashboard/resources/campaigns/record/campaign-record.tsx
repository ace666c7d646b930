// A campaign: what becomes of it while it is sent, and what was learnt at its end.
import { SimpleRecord } from '../../../records/simple-record.tsx';
import { CAMPAIGNS_PATH } from '../list.ts';

interface CampaignRecordProps {
  id: string;
  /** What of it is shown. */
  part: string | undefined;
}

/** The record. */
export function CampaignRecord({ id, part }: CampaignRecordProps) {
  return (
    <SimpleRecord
      id={id}
      read="getCampaign"
      what="campaign"
      listPath={CAMPAIGNS_PATH}
      title={({ name }) => name}
      removal={{
        operation: 'deleteCampaign',
        label: 'Delete',
        title: () => 'Delete this campaign?',
        lost: ({ name }) => (
          <p>
            <strong>{name}</strong> is lost with its figures.
          </p>
        ),
        confirmLabel: 'Delete the campaign',
        done: () => 'The campaign was deleted.',
      }}
    >
      {({ status }) => <p>{part ?? status}</p>}
    </SimpleRecord>
  );
}
