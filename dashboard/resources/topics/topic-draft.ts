// A topic as one types it: what a new one begins with, what a change sends, and what a look at the preference page shows.
// Pure.
import type { CreateTopicBody, Topic, UpdateTopicBody } from '../../api/generated/types.ts';

/** The values of the fields. */
export interface TopicDraft extends Pick<Topic, 'name' | 'default_subscription' | 'visibility'> {
  description: string;
}

/** A new topic. */
export const NEW_TOPIC: TopicDraft = {
  name: '',
  description: '',
  default_subscription: 'opt_in',
  visibility: 'public',
};

/** The name on the preference page until there is one. */
const UNNAMED = 'Your topic';

/** The fields of an existing topic. */
export function draftOfTopic({ name, description, default_subscription, visibility }: Topic): TopicDraft {
  return { name, description: description ?? '', default_subscription, visibility };
}

/**
 * The body of `PATCH /topics/:id`: only what one has changed, so that what a colleague has changed at the same time stays.
 * @param before as it was when the form was opened
 * @returns undefined: nothing has changed
 */
export function topicChanges(before: Topic, draft: TopicDraft): UpdateTopicBody | undefined {
  const name = draft.name.trim();
  const description = draft.description.trim();
  const body: UpdateTopicBody = {
    ...(name !== before.name && { name }),
    ...(description !== (before.description ?? '') && { description: description || null }),
    ...(draft.visibility !== before.visibility && { visibility: draft.visibility }),
  };
  return Object.keys(body).length === 0 ? undefined : body;
}

/** The draft as the preference page shows it. @param id of an existing topic */
export function shownTopic(draft: TopicDraft, id?: string): CreateTopicBody & { id?: string } {
  return { ...draft, name: draft.name.trim() || UNNAMED, ...(id !== undefined && { id }) };
}
