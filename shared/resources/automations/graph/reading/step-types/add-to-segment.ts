// The step `add_to_segment`: adds the contact to a static segment.
import { DomainError } from '../../../../../contract/domain-error.ts';
import { isDynamic } from '../../../../segments/segment.ts';
import { fieldPath, missingField, refuseField, requireFields } from '../fields.ts';
import { readId } from '../read-id.ts';
import type { StepKind } from '../step-kind.ts';

const SEGMENT = 'segment_id';

export const addToSegmentStep: StepKind<'add_to_segment'> = {
  read(given, path) {
    const id = readId(requireFields(given, path), SEGMENT, path, 'a segment');
    if (id === undefined) throw missingField(fieldPath(path, SEGMENT));
    return { segment_id: id };
  },
  namesIn: ({ segment_id: id }) => ({ segmentIds: [id] }),
  check({ segment_id: id }, path, { audienceId, segments }) {
    const segment = segments.get(id);
    const name = fieldPath(path, SEGMENT);
    if (!segment) throw new DomainError('not_found', `Segment not found: \`${name}\`.`);
    if (segment.audienceId !== audienceId)
      throw refuseField(name, 'is a segment of another audience than that of the domain');
    if (isDynamic(segment))
      throw refuseField(name, 'is a dynamic segment: its filter decides which contacts it has');
  },
};
