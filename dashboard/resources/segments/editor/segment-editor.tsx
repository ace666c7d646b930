// The page on which the rules of a segment are changed. They are saved as one changes them, once all of them are finished;
// until then the draft keeps them in this browser.
import { Redirect } from 'wouter';
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { call } from '../../../api/call.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { Segment, UpdateSegmentBody } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
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
      {(segment) =>
        segment.filter === null ? (
          <Redirect to={`${SEGMENTS_PATH}/${id}`} replace />
        ) : (
          <Editor segment={segment} />
        )
      }
    </RecordState>
  );
}

function Editor({ segment }: { segment: Segment }) {
  const { id, audience_id } = segment;
  const refusal = useRefusal('updateSegment');
  const draft = useDraft({
    of: `segments/${id}`,
    record: segment,
    valuesOf,
    labels: LABELS,
    save: (changes, ifUpdatedAt) =>
      call('updateSegment', { id, body: { ...changes, if_updated_at: ifUpdatedAt } as UpdateSegmentBody }),
    read: () => call('getSegment', { id }),
  });
  const { values, change, failure } = draft;
  const changeRules = (filter: unknown, isFinished: boolean) =>
    change({ filter }, isFinished ? [] : ['filter']);
  return (
    <WorkPage
      name={values.name}
      onRename={(name) => change({ name })}
      nameError={fieldError(failure, 'name')}
      nameMaxLength={LIST_NAME_MAX_LENGTH}
      refusal={refusal}
      back={{ href: `${SEGMENTS_PATH}/${id}`, label: 'Segment' }}
      draft={draft}
    >
      <RulesAndPeople
        filter={values.filter}
        onChange={changeRules}
        onJudged={(isFinished) => {
          // What kept them from being saved may be gone: a property was made in another place.
          if (isFinished && draft.state === 'unfinished') changeRules(values.filter, true);
        }}
        audienceId={audience_id}
        failure={failure}
        isReadOnly={refusal !== undefined}
      />
    </WorkPage>
  );
}
