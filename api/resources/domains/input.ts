// Input of /domains.
import { pageQuery } from '../../page.ts';

/** Query of GET /domains. */
export const listDomainsQuery = pageQuery;
