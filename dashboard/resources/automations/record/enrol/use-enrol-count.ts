// How many contacts an enrolment is about, counted when it is asked for: a segment counts itself when it is read, an audience
// as the contacts that have an address, which are all.
import type { Automation } from '../../../../api/generated/types.ts';
import { useCall } from '../../../../api/use-call.ts';
import type { EnrolCount, EnrolDraft } from './enrol-words.ts';

const EVERY_CONTACT = { type: 'rule', field: 'contact.email', operator: 'exists' } as const;

/** The number. */
export function useEnrolCount(
  { kind, contact, segmentId }: EnrolDraft,
  { audience_id }: Pick<Automation, 'audience_id'>,
): EnrolCount {
  const segment = useCall(
    'getSegment',
    { id: segmentId ?? '' },
    { isEnabled: kind === 'segment' && segmentId !== undefined },
  );
  const all = useCall(
    'previewSegment',
    { body: { filter: EVERY_CONTACT, audience_id } },
    { isEnabled: kind === 'all', isForgotten: true },
  );
  if (kind === 'contact') return contact && 1;
  if (kind === 'segment')
    return segment.data ? (segment.data.contacts_count ?? 'unknown') : unknownAfter(segment);
  return all.data?.count ?? unknownAfter(all);
}

const unknownAfter = ({ isError }: { isError: boolean }) => (isError ? 'unknown' : undefined);
