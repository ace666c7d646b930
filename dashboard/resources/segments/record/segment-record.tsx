// A segment: who is meant, in a sentence, and the contacts that it has.
import Megaphone from 'lucide-react/icons/megaphone';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Segment } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall, useChange } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button, ButtonLink } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { type Fact, FactsInShort } from '../../../design/layout/facts.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Amount } from '../../../design/text/amount.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Time } from '../../../design/text/time.tsx';
import { ConfirmChange } from '../../../records/confirm-change.tsx';
import { RecordPane, RecordState } from '../../../records/record-pane.tsx';
import { ruleSentence } from '../../../rules/sentence.ts';
import { useContactFields } from '../../../rules/use-contact-fields.ts';
import { CAMPAIGNS_PATH } from '../../campaigns/list.ts';
import { SEGMENTS_PATH } from '../list.ts';
import { Members } from './members.tsx';
import { RenameSegment } from './rename-segment.tsx';
import css from './segment-record.module.css';

/** The record. */
export function SegmentRecord({ id }: { id: string }) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const remove = useChange('deleteSegment', {
    onSuccess: () => {
      notify('Segment deleted.');
      navigate(search ? `${SEGMENTS_PATH}?${search}` : SEGMENTS_PATH);
    },
  });
  // A deleted record must not be read again.
  const isGoing = remove.isPending || remove.isSuccess;
  const read = useCall('getSegment', { id }, { isLive: true, isEnabled: !isGoing });
  return (
    <RecordState read={read} listPath={SEGMENTS_PATH} what="segment">
      {(segment) => (
        <RecordPane
          title={<span className={css['title']}>{segment.name}</span>}
          listPath={SEGMENTS_PATH}
          actions={<CopyAs operation="getSegment" input={{ id }} />}
        >
          <OpenSegment segment={segment}>
            <Acts segment={segment} remove={remove} />
            {!isGoing && <Members segment={segment} />}
          </OpenSegment>
        </RecordPane>
      )}
    </RecordState>
  );
}

/** All at once, so that nothing moves when the sentence is known. */
function OpenSegment({ segment, children }: { segment: Segment; children: ReactNode }) {
  const { filter, audience_id: audienceId } = segment;
  const { fields, failure, retry } = useContactFields(filter, audienceId);
  if (!fields && !failure) return <Skeleton height={320} />;
  return (
    <>
      <p className={css['sentence']}>
        {filter === null ? 'Its contacts are added by hand.' : fields && ruleSentence(filter, fields)}
      </p>
      {failure && <FailureNote failure={failure} onRetry={retry} />}
      <FactsInShort
        line={lineOf(segment)}
        facts={[
          ['Created', <Time key="created" at={segment.created_at} />],
          ['Changed', <Time key="changed" at={segment.updated_at} />],
          ['Audience', <Copyable key="audience" text={segment.audience_id} label="the id" isMono />],
          ['Id', <Copyable key="id" text={segment.id} label="the id" isMono />],
        ]}
      />
      {children}
    </>
  );
}

function lineOf({ contacts_count: count, counted_at: at }: Segment): readonly Fact[] {
  if (count === null) return [['', 'Many, still counting']];
  return [
    [count === 1 ? 'Contact' : 'Contacts', <Amount key="count" value={count} />],
    ['Counted', <Time key="counted" at={at} />],
  ];
}

interface ActsProps {
  segment: Segment;
  remove: ReturnType<typeof useChange<'deleteSegment'>>;
}

function Acts({ segment, remove }: ActsProps) {
  const { id, name, filter } = segment;
  const [asked, setAsked] = useState<'rename' | 'delete'>();
  const [, navigate] = useLocation();
  const refusal = {
    change: useRefusal('updateSegment'),
    write: useRefusal('createCampaign'),
    remove: useRefusal('deleteSegment'),
  };
  const close = () => setAsked(undefined);
  return (
    <>
      <Stack direction="row" gap={2} wrap>
        {filter === null ? (
          <Button icon={Pencil} refusal={refusal.change} onPress={() => setAsked('rename')}>
            Rename
          </Button>
        ) : (
          <ButtonLink href={`${SEGMENTS_PATH}/${id}/edit`} icon={Pencil}>
            {refusal.change === undefined ? 'Edit rules' : 'View rules'}
          </ButtonLink>
        )}
        <Button
          icon={Megaphone}
          refusal={refusal.write}
          onPress={() => navigate(`${CAMPAIGNS_PATH}?segment=${id}`)}
        >
          Send a campaign
        </Button>
        <Button icon={Trash2} variant="danger" refusal={refusal.remove} onPress={() => setAsked('delete')}>
          Delete
        </Button>
      </Stack>
      <RenameSegment of={segment} isOpen={asked === 'rename'} onClose={close} />
      <ConfirmChange
        operation="deleteSegment"
        input={{ id }}
        change={remove}
        title="Delete this segment?"
        isOpen={asked === 'delete'}
        onClose={close}
        lost={
          <p>
            The segment <strong>{name}</strong> is deleted. Its contacts stay. If anything still uses the
            segment, the uses are listed here and you must change them first.
          </p>
        }
        confirmLabel="Delete segment"
      />
    </>
  );
}
