// Routes of /contact-properties: create, list, read, change and delete the properties that an account adds to its
// contacts.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { createContactProperty } from '../../../shared/resources/audience/contact-properties/create.ts';
import { deleteContactProperty } from '../../../shared/resources/audience/contact-properties/delete.ts';
import { requireContactProperty } from '../../../shared/resources/audience/contact-properties/find.ts';
import { CONTACT_PROPERTY_LIST } from '../../../shared/resources/audience/contact-properties/list.ts';
import { updateContactProperty } from '../../../shared/resources/audience/contact-properties/update.ts';
import { toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import {
  createContactPropertyInput,
  listContactPropertiesQuery,
  updateContactPropertyInput,
} from './input.ts';
import { toContactProperty, toContactPropertyItem } from './output.ts';

const params = { id: uuidOf('Contact property') };

/** Routes of contact properties. */
export const contactPropertyRoutes: Resource = [
  route(
    OPERATIONS.createContactProperty,
    { body: createContactPropertyInput },
    async ({ deps, caller: { accountId }, body }) => {
      const { key, type, fallback_value: fallbackValue } = body;
      const property = {
        id: deps.ids.next(),
        accountId,
        key,
        type,
        fallbackValue,
        createdAt: deps.clock.now(),
      };
      return toContactProperty(await createContactProperty(deps.database, property));
    },
  ),
  route(
    OPERATIONS.listContactProperties,
    { query: listContactPropertiesQuery },
    async ({ deps, caller, query }) =>
      toList(
        await findPageOf(deps.database, CONTACT_PROPERTY_LIST, caller.accountId, query),
        toContactPropertyItem,
      ),
  ),
  route(OPERATIONS.getContactProperty, { params }, async ({ deps, caller, params: { id } }) =>
    toContactProperty(await requireContactProperty(deps.database, caller.accountId, id)),
  ),
  route(
    OPERATIONS.updateContactProperty,
    { params, body: updateContactPropertyInput },
    async ({ deps, caller: { accountId }, params: { id }, body }) => {
      const { key, type, fallback_value: fallbackValue } = body;
      return toContactProperty(
        await updateContactProperty(deps.database, { accountId, id }, { key, type, fallbackValue }),
      );
    },
  ),
  route(
    OPERATIONS.deleteContactProperty,
    { params },
    async ({ deps, caller: { accountId }, params: { id } }) => {
      const deleted = await deleteContactProperty(deps, { accountId, id });
      return { object: 'contact_property', id: deleted.id, deleted: true };
    },
  ),
];
