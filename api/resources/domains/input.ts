// What a caller of /domains may ask.
import { pageQuery } from '../../page.ts';

/** Query of GET /domains. */
export const listDomainsQuery = pageQuery;
