// The facts of a campaign: what it says before it is opened, whom it is for, and its times.
import type { Campaign } from '../../../api/generated/types.ts';
import { type Fact, FactsInShort } from '../../../design/layout/facts.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Time } from '../../../design/text/time.tsx';
import { amountText } from '../../../format/amount-text.ts';
import { useTargetNames } from '../edit/audience/use-target-names.ts';

/** The line, and all of them on request. */
export function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { subject, from, reply_to, preview_text, id, created_at, updated_at } = campaign;
  const names = useTargetNames(campaign);
  return (
    <FactsInShort
      line={[...timeOf(campaign), ['Subject', subject], ['To', names.segment ?? names.audience]]}
      facts={[
        ['Subject', subject],
        ['Preview text', preview_text ?? 'None'],
        ['From', from],
        ['Reply-To', reply_to?.join(', ') ?? 'None'],
        ['Audience', names.audience],
        ['Segment', names.segment ?? 'The whole audience'],
        ['Topic', names.topic ?? 'None'],
        ...paceOf(campaign),
        ['Created', <Time key="created" at={created_at} />],
        ['Changed', <Time key="changed" at={updated_at} />],
        ['Id', <Copyable key="id" text={id} label="the id" isMono />],
      ]}
    />
  );
}

function timeOf({ sent_at, scheduled_at, status, created_at }: Campaign): Fact[] {
  if (sent_at !== null) return [['Sent', <Time key="sent" at={sent_at} />]];
  if (scheduled_at === null) return [['Created', <Time key="created" at={created_at} />]];
  const label = status === 'scheduled' ? 'Starts' : 'Started';
  return [[label, <Time key="scheduled" at={scheduled_at} />]];
}

function paceOf({ rate_per_hour, timezone, timezone_property, scheduled_at }: Campaign): Fact[] {
  return [
    ['Pace', rate_per_hour === null ? 'No limit' : `${amountText(rate_per_hour)} per hour`],
    ...(scheduled_at === null
      ? []
      : [['Time', <Time key="time" at={scheduled_at} isExact />] satisfies Fact]),
    ...(timezone_property === null
      ? []
      : [
          [
            'Time zones',
            `From the property ${timezone_property}, otherwise ${timezone ?? 'UTC'}`,
          ] satisfies Fact,
        ]),
  ];
}
