// The crash flow (fault injection) with queues on Redis.
import { HAS_REDIS } from '../support/queues/redis.ts';
import { describeCrashFlow } from './support/crash-flow.ts';

if (HAS_REDIS) describeCrashFlow('redis');
