// A campaign: what becomes of it while it is sent, and what was learnt at its end. Its recipients and the links that they have
// followed are under tabs with a path of their own.
import { useSearch } from 'wouter';
import type { Campaign } from '../../../api/generated/types.ts';
import { ButtonLink } from '../../../design/controls/button.tsx';
import { LinkTabs } from '../../../design/controls/link-tabs.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Status } from '../../../design/text/status.tsx';
import { SimpleRecord } from '../../../records/simple-record.tsx';
import { CAMPAIGNS_PATH } from '../list.ts';
import { campaignBadge, PAUSED_REASONS } from '../words.ts';
import { CampaignActs } from './acts/campaign-acts.tsx';
import { deletionRefusal } from './acts/transition-words.ts';
import { CampaignFacts } from './campaign-facts.tsx';
import css from './campaign-record.module.css';
import { ClickedLinks } from './links/clicked-links.tsx';
import { CAMPAIGN_LINKS, CAMPAIGN_RECIPIENTS } from './lists.ts';
import { Recipients } from './recipients/recipients.tsx';
import { measuredOf } from './result/measured.ts';
import { Result } from './result/result.tsx';
import { resultSentence } from './result/result-words.ts';

interface CampaignRecordProps {
  id: string;
  /** The part that is shown. */
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
      mark={(campaign) => <Status {...campaignBadge(campaign)} />}
      acts={(campaign) => <CampaignActs campaign={campaign} />}
      removal={{
        operation: 'deleteCampaign',
        label: 'Delete',
        refusal: deletionRefusal,
        title: () => 'Delete this campaign?',
        lost: ({ name }) => (
          <p>
            <strong>{name}</strong> is deleted with its results and its list of recipients. Emails that were
            already sent stay in the list of emails.
          </p>
        ),
        confirmLabel: 'Delete campaign',
        done: () => 'Campaign deleted.',
      }}
    >
      {(campaign) => (
        <>
          <p className={css['sentence']}>{resultSentence({ ...campaign, measured: measuredOf(campaign) })}</p>
          <Trouble campaign={campaign} />
          <CampaignFacts campaign={campaign} />
          {campaign.stats !== null && <Parts campaign={campaign} part={part} />}
        </>
      )}
    </SimpleRecord>
  );
}

/** Why it is paused or could not start, and what can be done. */
function Trouble({
  campaign: { status, paused_reason: reason, failed_reason: more },
}: {
  campaign: Campaign;
}) {
  if (status === 'failed')
    return (
      <Notice kind="bad" title="The campaign could not start">
        {more}
      </Notice>
    );
  if (status !== 'paused' || reason === null) return null;
  const { sentence, remedy, href } = PAUSED_REASONS[reason];
  return (
    <Notice
      kind={reason === 'manual' ? 'info' : 'warn'}
      title={sentence}
      action={
        href !== undefined && (
          <ButtonLink href={href} size="small">
            Show
          </ButtonLink>
        )
      }
    >
      {more !== null && <div>{more}</div>}
      <div>{remedy}</div>
    </Notice>
  );
}

function Parts({ campaign, part }: { campaign: Campaign; part: string | undefined }) {
  const path = `${CAMPAIGNS_PATH}/${campaign.id}`;
  const others = withoutLists(useSearch());
  const hrefOf = (below: string, more: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams([...others, ...Object.entries(more)]).toString();
    return `${path}${below}${query && `?${query}`}`;
  };
  const tabs = [
    { href: hrefOf(''), label: 'Result' },
    { href: hrefOf('/recipients'), label: 'Recipients' },
    { href: hrefOf('/links'), label: 'Links' },
  ];
  const isKnown = part === 'recipients' || part === 'links';
  return (
    <>
      <LinkTabs label="Campaign" tabs={tabs} selected={hrefOf(isKnown ? `/${part}` : '')} />
      {part === 'recipients' && <Recipients campaign={campaign} />}
      {part === 'links' && <ClickedLinks id={campaign.id} isMeasured={measuredOf(campaign).clicks} />}
      {!isKnown && (
        <Result
          campaign={campaign}
          hrefOf={(type) => hrefOf('/recipients', { [`${CAMPAIGN_RECIPIENTS.prefix}type`]: type })}
        />
      )}
    </>
  );
}

/** The pages and filters of the lists inside belong to one campaign and one tab. */
function withoutLists(search: string): [string, string][] {
  return [...new URLSearchParams(search)].filter(
    ([name]) => !name.startsWith(CAMPAIGN_RECIPIENTS.prefix) && !name.startsWith(CAMPAIGN_LINKS.prefix),
  );
}
