// A poll: how many have chosen each option, what asks it, and who has voted.
import { Link } from 'wouter';
import type { Poll } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Meter } from '../../../design/data/meter.tsx';
import { type Fact, FactsInShort } from '../../../design/layout/facts.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Amount } from '../../../design/text/amount.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Status } from '../../../design/text/status.tsx';
import { Time } from '../../../design/text/time.tsx';
import { RecordPane, RecordState } from '../../../records/record-pane.tsx';
import { POLLS_PATH } from '../list.ts';
import { askedBy, pollBadge, questionOf } from '../words.ts';
import { Votes } from './votes.tsx';

/** The record. */
export function PollRecord({ id }: { id: string }) {
  const read = useCall('getPoll', { id }, { isLive: true });
  return (
    <RecordState read={read} listPath={POLLS_PATH} what="poll">
      {(poll) => (
        <RecordPane
          title={questionOf(poll)}
          mark={<Status {...pollBadge(poll)} />}
          listPath={POLLS_PATH}
          actions={<CopyAs operation="getPoll" input={{ id }} />}
        >
          <Stack gap={4}>
            {poll.options.map(({ id: option, label, votes, percentage }) => (
              <Meter
                key={option}
                label={label}
                used={votes}
                limit={poll.total_votes}
                unit={`(${percentage}%)`}
                isPart
              />
            ))}
          </Stack>
          <FactsInShort line={lineOf(poll)} facts={factsOf(poll)} />
          <Votes poll={poll} />
        </RecordPane>
      )}
    </RecordState>
  );
}

function lineOf(poll: Poll): readonly Fact[] {
  const { label, href } = askedBy(poll);
  return [
    [poll.total_votes === 1 ? 'Vote' : 'Votes', <Amount key="votes" value={poll.total_votes} />],
    [
      'Asked by',
      <Link key="by" href={href}>
        {label}
      </Link>,
    ],
  ];
}

function factsOf({ id, results, closes_at, created_at, last_vote_at }: Poll): readonly Fact[] {
  return [
    ['Results', results === 'public' ? 'Shown to people who voted' : 'Private'],
    ['Ends', <Time key="ends" at={closes_at} empty="Never" />],
    ['Asked since', <Time key="created" at={created_at} />],
    ['Last vote', <Time key="last" at={last_vote_at} empty="None yet" />],
    ['Id', <Copyable key="id" text={id} label="the id" isMono />],
  ];
}
