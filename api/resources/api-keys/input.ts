// What a caller of /api-keys may ask.
import { pageQuery } from '../../page.ts';

/** Query of GET /api-keys. */
export const listApiKeysQuery = pageQuery;
