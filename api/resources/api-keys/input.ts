// Input of /api-keys.
import { pageQuery } from '../../page.ts';

/** Query of GET /api-keys. */
export const listApiKeysQuery = pageQuery;
