// The step `add_to_segment`: adds the contact to a static segment.
import { DomainError } from '../../../../contract/domain-error.ts';
import { findSegments } from '../../../audience/segments/find.ts';
import { isDynamic, type Segment } from '../../../audience/segments/segment.ts';
import { fieldPath, refuseField } from '../graph/reading/fields.ts';
import { DONE } from '../simulating/world.ts';
import { idSchema, ownFields } from './config-schema.ts';
import type { EffectKind } from './step-type.ts';

interface Config {
  segment_id: string;
}

export const addToSegmentStep: EffectKind<Config, { segmentId: string }> = {
  schema: ownFields<Config>({
    segment_id: idSchema('a segment').required().description('Id of a static segment of the audience'),
  }),
  namesIn: ({ segment_id: id }) => ({ segmentIds: [id] }),
  check({ segment_id: id }, path, { audienceId, segments }) {
    const segment = segments.get(id);
    const name = fieldPath(path, 'segment_id');
    if (!segment) throw new DomainError('not_found', `Segment not found: \`${name}\`.`, { field: name });
    if (segment.audienceId !== audienceId)
      throw refuseField(name, 'belongs to a different audience from the domain');
    if (isDynamic(segment))
      throw refuseField(name, 'is a dynamic segment: its filter decides which contacts it has');
  },
  effectOf: ({ segment_id: segmentId }) => ({ segmentId }),
  change: ({ segmentId }) => ({ enter: { segmentId, findFault } }),
  async simulate({ segmentId }, { database, accountId, contact }) {
    const [segment] = await findSegments(database, accountId, [segmentId]);
    const message = findFault(contact.person, segment);
    return message === undefined ? DONE : { status: 'failed', message };
  },
};

/** Whether the contact can be added to the segment as both are now. @returns why it cannot: a sentence */
function findFault(contact: { audienceId: string }, segment: Segment | undefined): string | undefined {
  if (!segment) return 'The segment no longer exists.';
  if (segment.audienceId !== contact.audienceId) return 'The segment belongs to another audience.';
  return isDynamic(segment) ? 'The segment is dynamic: its filter decides which contacts it has.' : undefined;
}
