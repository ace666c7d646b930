// The rules of a segment on one side, whom they find on the other, and above both the sentence that they make.
import { useEffect, useEffectEvent } from 'react';
import { FILTER_DEPTH_MAX, FILTER_RULES_MAX } from '../../../../shared/contract/limits.ts';
import type { ApiFailure } from '../../../api/failure.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { SplitPane } from '../../../design/work/split-pane.tsx';
import { ruleFaults } from '../../../rules/faults.ts';
import type { RuleFields } from '../../../rules/rule-fields.ts';
import { RuleTree } from '../../../rules/rule-tree.tsx';
import { ruleSentence } from '../../../rules/sentence.ts';
import { useContactFields } from '../../../rules/use-contact-fields.ts';
import css from './editor.module.css';
import { PreviewPane } from './preview-pane.tsx';
import { usePreview } from './use-preview.ts';

const LIMITS = { rules: FILTER_RULES_MAX, depth: FILTER_DEPTH_MAX };
const PATH = 'filter';

interface RulesAndPeopleProps {
  filter: unknown;
  /** @param isFinished false: a rule has a fault, and the API would refuse them */
  onChange(filter: unknown, isFinished: boolean): void;
  audienceId: string | undefined;
  /** The refusal of the API. */
  failure: ApiFailure | null | undefined;
  isReadOnly?: boolean;
  /** Hears whether all rules are finished, also when that changes without a change of them. */
  onChecked?(isFinished: boolean): void;
}

/** Both. */
export function RulesAndPeople(props: RulesAndPeopleProps) {
  const { fields, failure, retry } = useContactFields(props.filter, props.audienceId);
  if (fields) return <Known {...props} fields={fields} />;
  return failure ? <FailureNote failure={failure} onRetry={retry} /> : <Skeleton height={320} />;
}

function Known(props: RulesAndPeopleProps & { fields: RuleFields }) {
  const { filter, onChange, audienceId, failure, fields, isReadOnly = false, onChecked } = props;
  const areFinished = (tree: unknown) =>
    ruleFaults(tree, { path: PATH, fields, limits: LIMITS }).length === 0;
  const isFinished = areFinished(filter);
  const reportFinished = useEffectEvent((is: boolean) => onChecked?.(is));
  useEffect(() => reportFinished(isFinished), [isFinished]);
  const preview = usePreview(isFinished ? filter : undefined, audienceId);
  const refused = faultOf(failure) ?? faultOf(preview.failure);
  return (
    <>
      <p className={css['sentence']}>{ruleSentence(filter, fields) || 'No rules yet.'}</p>
      <SplitPane
        name="segment-editor"
        label="Width of the rules"
        share={60}
        min={30}
        first={
          <RuleTree
            label="Rules of the segment"
            value={filter}
            onChange={(next) => onChange(next, areFinished(next))}
            fields={fields}
            limits={LIMITS}
            path={PATH}
            fault={refused}
            isReadOnly={isReadOnly}
          />
        }
        second={<PreviewPane {...preview} failure={faultOf(preview.failure) ? undefined : preview.failure} />}
      />
    </>
  );
}

/** A refusal that stands at a rule; undefined: it is about something else. */
function faultOf(failure: ApiFailure | null | undefined) {
  const { field, message } = failure ?? {};
  return field?.startsWith(PATH) && message !== undefined ? { field, message } : undefined;
}
