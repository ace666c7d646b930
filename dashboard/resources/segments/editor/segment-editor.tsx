// The page on which the rules of a segment are changed. They are saved as one changes them, once all of them are finished;
// until then the draft keeps them in this browser.
import { Redirect } from 'wouter';
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { call } from '../../../api/call.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { CreateSegmentBody, Segment, UpdateSegmentBody } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { GoneRecord } from '../../../editing/gone-record.tsx';
import { type DraftConflictField, useDraft } from '../../../editing/use-draft.ts';
import { WorkPage } from '../../../editing/work-page.tsx';
import { RecordState } from '../../../records/record-pane.tsx';
import { ruleSentence } from '../../../rules/sentence.ts';
import { useContactFields } from '../../../rules/use-contact-fields.ts';
import { SEGMENTS_PATH } from '../list.ts';
import { RulesAndPeople } from './rules-and-people.tsx';

const LABELS = { name: 'Name', filter: 'Rules' };

const valuesOf = ({ name, filter }: Segment): { name: string; filter: unknown } => ({ name, filter });

/** The page. A segment that another person deletes stays on it: its rules would be lost with it. */
export function SegmentEditor({ id }: { id: string }) {
  const read = useCall('getSegment', { id }, { isLive: true });
  const isGone = read.error?.status === 404 && read.data !== undefined;
  return (
    <RecordState
      read={isGone ? { ...read, data: read.data, error: null } : read}
      listPath={SEGMENTS_PATH}
      what="segment"
    >
      {(segment) =>
        segment.filter === null ? (
          <Redirect to={`${SEGMENTS_PATH}/${id}`} replace />
        ) : (
          <Editor segment={segment} isGone={isGone} />
        )
      }
    </RecordState>
  );
}

function Editor({ segment, isGone }: { segment: Segment; isGone: boolean }) {
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
  const conflicts = useConflictsInWords(draft.conflicts, segment);
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
      draft={{ ...draft, conflicts }}
    >
      {isGone && (
        <GoneRecord
          create="createSegment"
          body={{ ...values, audience_id } as CreateSegmentBody}
          listPath={SEGMENTS_PATH}
          label="Save these rules as a new segment"
        >
          This segment was deleted elsewhere. Its rules are still here.
        </GoneRecord>
      )}
      <RulesAndPeople
        filter={values.filter}
        onChange={changeRules}
        onChecked={(isFinished) => {
          // The obstacle to saving them may be gone: a property was created elsewhere.
          if (isFinished && draft.state === 'unfinished') changeRules(values.filter, true);
        }}
        audienceId={audience_id}
        failure={failure}
        isReadOnly={refusal !== undefined}
      />
    </WorkPage>
  );
}

/** The rules to choose from, as sentences. */
function useConflictsInWords(conflicts: readonly DraftConflictField[], { filter, audience_id }: Segment) {
  const { fields } = useContactFields(filter, audience_id);
  const inWords = (tree: unknown) => (fields ? ruleSentence(tree, fields) : tree);
  return conflicts.map((each) =>
    each.field === 'filter' ? { ...each, mine: inWords(each.mine), theirs: inWords(each.theirs) } : each,
  );
}
