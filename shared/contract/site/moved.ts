// Pages of the documentation that were renamed, and parts of them: old links are redirected. Add a line when a document or a
// heading gets another name; test/site/pages.test.ts holds that each leads to something that exists.

/** Path of a page that was → path of the page that is. */
export const MOVED_PAGES: Readonly<Record<string, string>> = {
  '/docs/guides': '/docs',
  '/docs/reference/broadcasts': '/docs/reference/campaigns',
};

/** Path and anchor of a part that was → of the part that is. */
export const MOVED_ANCHORS: Readonly<Record<string, string>> = {
  '/docs#/default': '/docs/api',
};
