// The page on which the rules of a segment are changed. They are saved as one changes them, once all of them are finished:
// until then the page says so, and asks before it is left.
import { useState } from 'react';
import { Link } from 'wouter';
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { call } from '../../../api/call.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { Segment, UpdateSegmentBody } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { useDraft } from '../../../editing/use-draft.ts';
import { WorkPage } from '../../../editing/work-page.tsx';
import { RecordState } from '../../../records/record-pane.tsx';
import { SEGMENTS_PATH } from '../list.ts';
import { RulesAndPeople } from './rules-and-people.tsx';

const LABELS = { name: 'Name', filter: 'Rules' };

const valuesOf = ({ name, filter }: Segment): { name: string; filter: unknown } => ({ name, filter });

/** The page. */
export function SegmentEditor({ id }: { id: string }) {
  const read = useCall('getSegment', { id }, { isLive: true });
  return (
    <RecordState read={read} listPath={SEGMENTS_PATH} what="segment">
      {(segment) => (segment.filter === null ? <ByHand id={id} /> : <Editor segment={segment} />)}
    </RecordState>
  );
}

function ByHand({ id }: { id: string }) {
  return (
    <EmptyState title="This segment has no rules" level={2}>
      Its contacts are added by hand: <Link href={`${SEGMENTS_PATH}/${id}`}>see its contacts</Link>.
    </EmptyState>
  );
}

function Editor({ segment }: { segment: Segment }) {
  const { id, audience_id } = segment;
  const refusal = useRefusal('updateSegment');
  // Rules with a fault, which cannot be saved; undefined: all are finished.
  const [unfinished, setUnfinished] = useState<unknown>();
  const draft = useDraft({
    of: `segments/${id}`,
    record: segment,
    valuesOf,
    labels: LABELS,
    save: (changes, ifUpdatedAt) =>
      call('updateSegment', { id, body: { ...changes, if_updated_at: ifUpdatedAt } as UpdateSegmentBody }),
    read: () => call('getSegment', { id }),
  });
  const { values, change, failure, isAtRisk } = draft;
  const changeRules = (filter: unknown, isFinished: boolean) => {
    setUnfinished(isFinished ? undefined : filter);
    if (isFinished) change({ filter });
  };
  return (
    <WorkPage
      name={values.name}
      onRename={(name) => change({ name })}
      nameError={fieldError(failure, 'name')}
      nameMaxLength={LIST_NAME_MAX_LENGTH}
      refusal={refusal}
      back={{ href: `${SEGMENTS_PATH}/${id}`, label: 'Segment' }}
      draft={{ ...draft, isAtRisk: () => unfinished !== undefined || isAtRisk() }}
    >
      {unfinished !== undefined && (
        <Notice kind="info">A rule is not finished, so the rules are not saved yet.</Notice>
      )}
      <RulesAndPeople
        filter={unfinished ?? values.filter}
        onChange={changeRules}
        audienceId={audience_id}
        failure={unfinished === undefined ? failure : undefined}
        isReadOnly={refusal !== undefined}
      />
    </WorkPage>
  );
}
