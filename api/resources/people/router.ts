// Routes of /people: the facts that an account has about an address, and its history.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findKnownPerson } from '../../../shared/resources/flows/timelines/find-person.ts';
import { listTimeline } from '../../../shared/resources/flows/timelines/list.ts';
import { pageQuery, toList } from '../../page.ts';
import { type Resource, route } from '../../route.ts';
import { personPathId, readPersonKey } from './input.ts';
import { toPerson, toTimelineEntry } from './output.ts';

const params = { address: personPathId };

/** Routes of people. */
export const personRoutes: Resource = [
  route(OPERATIONS.getPerson, { params }, async ({ deps, caller: { accountId }, params: { address } }) =>
    toPerson(await findKnownPerson(deps.database, { accountId, emailKey: readPersonKey(address) })),
  ),
  route(
    OPERATIONS.listPersonTimeline,
    { params, query: pageQuery },
    async ({ deps, caller: { accountId }, params: { address }, query }) => {
      const known = { accountId, emailKey: readPersonKey(address) };
      return toList(await listTimeline(deps.database, known, query), toTimelineEntry);
    },
  ),
];
