// What is removed: what is left of an audience (its contacts), a segment (its memberships) or a topic (its choices).

/** What was deleted. */
export interface Removal {
  /** Of the audience, segment or topic. */
  id: string;
  accountId: string;
  kind: 'audience' | 'segment' | 'topic';
  /** When. */
  now: Date;
}
