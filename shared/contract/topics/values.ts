// Topics: the allowed values (enums) of fields.

/** Whether an address receives the mail of a topic: by default, or by its own choice. */
export const TOPIC_SUBSCRIPTIONS = ['opt_in', 'opt_out'] as const;

/** The viewers of a topic on the preference page: everybody, or only people who have opted in. */
export const TOPIC_VISIBILITIES = ['public', 'private'] as const;
