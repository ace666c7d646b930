// Every queue of the product, for whoever must know them all: bull-board, metrics, the sweeper.
import type { QueueDefinition } from './definition.ts';
import { recurringQueue } from './recurring.ts';

export const QUEUES: readonly QueueDefinition[] = [recurringQueue];
