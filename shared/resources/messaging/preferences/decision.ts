// What the person of a link decides, on the preference page or by one click.
import type { TopicSubscription } from '../../audience/topics/topic.ts';

/** The decision of a person. */
export interface PersonDecision {
  /** True: to receive nothing; false: to take that back; undefined: neither. */
  unsubscribed?: boolean;
  /** True: not to be measured; false: to take that back; undefined: neither. */
  refusesTracking?: boolean;
  /** Topic → choice. Topics that the person is not offered are left out. */
  choices?: ReadonlyMap<string, TopicSubscription>;
  /**
   * The one-click unsubscribe: from the topic of the link, or from everything if the email has no topic or the topic
   * was deleted (docs/reference/unsubscribes.md#one-click).
   */
  oneClick?: true;
}
