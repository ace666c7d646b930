// The words of topics: who gets one without a choice, and to whom one is offered.
import type { TopicItem } from '../../api/generated/types.ts';

/** Default → the recipients of the topic. */
export const DEFAULTS: Readonly<Record<TopicItem['default_subscription'], string>> = {
  opt_in: 'Everyone gets it until they opt out',
  opt_out: 'Only people who opt in get it',
};

/** Visibility → the people to whom the preference page offers the topic. */
export const VISIBILITIES: Readonly<Record<TopicItem['visibility'], string>> = {
  public: 'Offered to everyone',
  private: 'Offered only to people who get it',
};
