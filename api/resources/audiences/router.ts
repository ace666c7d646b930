// Routes of /audiences: create, list, read and delete audiences. Those of their contacts are in
// api/resources/contacts/.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { insertAudience } from '../../../shared/resources/audience/audiences/insert.ts';
import { AUDIENCE_LIST } from '../../../shared/resources/audience/audiences/list.ts';
import { requireAudienceOrSegment } from '../../../shared/resources/audience/audiences/resolve.ts';
import { deleteAudience } from '../../../shared/resources/audience/cleanup/delete-audience.ts';
import { findDomainsOf } from '../../../shared/resources/messaging/domains/pools/of-audiences.ts';
import { toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { createAudienceInput, listAudiencesQuery } from './input.ts';
import { toAudience, toAudienceItem } from './output.ts';

const params = { id: uuidOf('Audience') };

/** Routes of audiences. */
export const audienceRoutes: Resource = [
  route(
    OPERATIONS.createAudience,
    { body: createAudienceInput },
    async ({ deps, caller, body: { name } }) => {
      const audience = {
        id: deps.ids.next(),
        accountId: caller.accountId,
        name,
        createdAt: deps.clock.now(),
      };
      return toAudience(await insertAudience(deps.database, audience), new Map());
    },
  ),
  route(
    OPERATIONS.listAudiences,
    { query: listAudiencesQuery },
    async ({ deps: { database }, caller: { accountId }, query }) => {
      const page = await findPageOf(database, AUDIENCE_LIST, accountId, query);
      const ids = page.rows.map(({ id }) => id);
      const domains = await findDomainsOf(database, accountId, ids);
      return toList(page, (audience) => toAudienceItem(audience, domains));
    },
  ),
  route(OPERATIONS.getAudience, { params }, async ({ deps: { database }, caller: { accountId }, params }) => {
    const audience = await requireAudienceOrSegment(database, accountId, params.id);
    return toAudience(audience, await findDomainsOf(database, accountId, [audience.id]));
  }),
  route(OPERATIONS.deleteAudience, { params }, async ({ deps, caller: { accountId }, params: { id } }) => {
    const deletedId = await deleteAudience(deps, { accountId, id }, deps.clock.now());
    return { object: 'audience', id: deletedId, deleted: true };
  }),
];
