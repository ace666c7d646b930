// What can be done with marked contacts: they join a segment, are unsubscribed, or are deleted.
import MailX from 'lucide-react/icons/mail-x';
import Trash2 from 'lucide-react/icons/trash-2';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { ContactItem } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { SegmentFieldLater } from '../../../audience/segment-field-later.ts';
import type { RowAct, RowActs } from '../../../lists/marks/row-act.ts';

type Act = RowAct<ContactItem>;

/** The acts of the list. @param audienceId of the list; undefined: the default audience */
export function useContactActs(audienceId: string | undefined): RowActs<ContactItem> {
  const add = useAddToSegment(audienceId);
  const unsubscribe = useUnsubscribe();
  const remove = useRemove();
  return { nameOf: ({ email }) => email, acts: [add, unsubscribe, remove] };
}

function useAddToSegment(audienceId: string | undefined): Act {
  const refusal = useRefusal('addContactToSegment');
  // The segment, and the audience in which it was chosen: in another audience none is chosen.
  const [chosen, setChosen] = useState<{ id: string; of: string | undefined }>();
  const segmentId = chosen?.of === audienceId ? chosen?.id : undefined;
  const choose = (id: string | undefined) => setChosen(id === undefined ? undefined : { id, of: audienceId });
  return {
    id: 'add',
    icon: UserPlus,
    label: (count) => `Add ${count} to a segment`,
    refusal,
    ask: (rows) => ({
      title: `Add ${contacts(rows.length)} to a segment`,
      lost: (
        <SegmentFieldLater.Component
          label="Segment"
          hint="Only segments without rules. Segments with rules find their contacts automatically."
          value={segmentId}
          onChange={choose}
          audienceId={rows[0]?.audience_id ?? audienceId}
          isStatic
        />
      ),
      confirmLabel: `Add ${contacts(rows.length)}`,
      isHarmless: true,
      refusal: segmentId === undefined ? 'Choose a segment first.' : undefined,
    }),
    running: 'Adding contacts to the segment',
    done: (count) => `${contacts(count)} ${count === 1 ? 'is' : 'are'} in the segment.`,
    run: ({ id }) => call('addContactToSegment', { id, segmentId: segmentId ?? '' }),
    isAboutOthers: true,
  };
}

function useUnsubscribe(): Act {
  const refusal = useRefusal('updateContact');
  return {
    id: 'unsubscribe',
    icon: MailX,
    label: (count) => `Unsubscribe ${count}`,
    refusal,
    fits: ({ unsubscribed }) => !unsubscribed,
    noneFits: 'All selected contacts are already unsubscribed.',
    ask: ({ length }, others) => ({
      title: `Unsubscribe ${contacts(length)}?`,
      lost: (
        <p>
          {length === 1 ? 'This address gets' : 'These addresses get'} no more mail from campaigns,
          automations and topics, in any audience, until you or they subscribe again.{' '}
          {others > 0 && `${others} of the selected contacts are already unsubscribed.`}
        </p>
      ),
      confirmLabel: `Unsubscribe ${contacts(length)}`,
    }),
    running: 'Unsubscribing contacts',
    done: (count) => `${contacts(count)} ${count === 1 ? 'was' : 'were'} unsubscribed.`,
    run: ({ id }) => call('updateContact', { id, body: { unsubscribed: true } }),
  };
}

function useRemove(): Act {
  const refusal = useRefusal('deleteContact');
  return {
    id: 'delete',
    icon: Trash2,
    label: (count) => `Delete ${count}`,
    refusal,
    ask: ({ length }) => ({
      title: `Delete ${contacts(length)}?`,
      lost: (
        <p>
          {length === 1 ? 'Its' : 'Their'} names, properties and segments are lost, and automation runs end.
          What {length === 1 ? 'the person' : 'people'} chose stays with the address, even if you add it
          again.
        </p>
      ),
      confirmLabel: `Delete ${contacts(length)}`,
    }),
    running: 'Deleting contacts',
    done: (count) => `${contacts(count)} ${count === 1 ? 'was' : 'were'} deleted.`,
    run: ({ id }) => call('deleteContact', { id, query: {} }),
  };
}

function contacts(count: number): string {
  return count === 1 ? '1 contact' : `${count} contacts`;
}
