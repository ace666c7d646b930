// Route of /usage: what an account has used of its limits.
import { notFound } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findUsage } from '../../../shared/resources/flows/usage/find.ts';
import { type Resource, route } from '../../route.ts';
import { toUsage } from './output.ts';

/** Routes of usage. */
export const usageRoutes: Resource = [
  route(OPERATIONS.getUsage, {}, async ({ deps: { database, clock, config }, caller: { accountId } }) => {
    const now = clock.now();
    const usage = await findUsage(database, accountId, now);
    if (!usage) throw notFound('Account');
    return toUsage(usage, { now, rateLimit: config.rateLimitPerMinute });
  }),
];
