// The segments that a contact was added to by hand: each leads to its members, one is left with an undo, one is joined by
// its name.
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Contact } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { SegmentField } from '../../../audience/segment-field.tsx';
import { useTakeOut } from '../../../audience/use-membership.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
import css from './contact-record.module.css';

/** The list, and the way into another one. */
export function ContactSegments({ contact: { id, audience_id, segments } }: { contact: Contact }) {
  const [chosen, setChosen] = useState<string>();
  const add = useChange('addContactToSegment', { onSuccess: () => setChosen(undefined) });
  const { takeOut, refusal: refusalToLeave, failure } = useTakeOut();
  const refusalToJoin = useRefusal('addContactToSegment');
  return (
    <>
      {failure && <FailureNote failure={failure} />}
      {segments.length > 0 && (
        <ul className={css['plain']} aria-label="Segments">
          {segments.map((segment) => (
            <li key={segment.id}>
              <Link href={`/segments/${segment.id}`} className={css['grow']}>
                {segment.name}
              </Link>
              <IconButton
                label={`Leave ${segment.name}`}
                icon={X}
                refusal={refusalToLeave}
                onPress={() => takeOut({ id, segmentId: segment.id })}
              />
            </li>
          ))}
        </ul>
      )}
      <ChangeForm
        change={add}
        refusal={refusalToJoin ?? (chosen === undefined ? 'Choose a segment first.' : undefined)}
        fields={[]}
        onSubmit={() => add.mutate({ id, segmentId: chosen ?? '' })}
        submitLabel="Add to segment"
        isPlain
      >
        <div className={css['later']}>
          <SegmentField
            label="Add a segment"
            value={chosen}
            onChange={setChosen}
            audienceId={audience_id}
            isStatic
          />
        </div>
      </ChangeForm>
    </>
  );
}
