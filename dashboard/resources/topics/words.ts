// The words of topics: who gets one without a choice, and to whom one is offered.
import type { TopicItem } from '../../api/generated/types.ts';

/** Default → the recipients of the topic. */
export const DEFAULTS: Readonly<Record<TopicItem['default_subscription'], string>> = {
  opt_in: 'Everybody gets it until they say no',
  opt_out: 'Only those get it who ask for it',
};

/** Visibility → the people to whom the preference page offers the topic. */
export const VISIBILITIES: Readonly<Record<TopicItem['visibility'], string>> = {
  public: 'Offered to everybody',
  private: 'Offered to those who get it',
};
