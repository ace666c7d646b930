// What the list of topics asks for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The list. */
export const TOPICS = { operation: 'listTopics', filters: [] } as const satisfies ListSpec;

/** The path of the list, below /app. */
export const TOPICS_PATH = '/topics';
