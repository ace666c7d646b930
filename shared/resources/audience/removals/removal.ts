// The removal of leftovers (../cleanup/step.ts): the rest of an audience (its contacts), a segment (its memberships) or a
// topic (its choices).

/** The queue of the job that removes it. */
export const REMOVAL_QUEUE = { name: 'audience-removal', jobName: 'remove-leftovers' };

/** The deleted thing. */
export interface Removal {
  /** The id of the audience, segment or topic. */
  id: string;
  accountId: string;
  kind: 'audience' | 'segment' | 'topic';
  /** When. */
  now: Date;
}
