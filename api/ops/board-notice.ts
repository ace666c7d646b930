// What whoever looks at bull-board must know of our jobs, on each of its pages: its buttons look more dangerous than
// they are, and a job that is gone looks like mail that is lost. bull-board has no place for a notice, so it is put
// into the page on its way out.
import type { RequestHandler } from 'express';

/** Where bull-board's page begins to be its own; test/api/ops/queues-board.test.ts notices when that changes. */
const PAGE_ROOT = '<div id="root">';

/** Lies over the foot of the window; page and side bar leave room for it. */
const NOTICE = `<style>
  #wake-up-notice { position: fixed; inset: auto 0 0 0; z-index: 100; box-sizing: border-box; min-height: 2.5rem;
    padding: .55rem 1rem; font: 14px/1.4 system-ui, sans-serif; color: #3d2c00; background: #ffe9a8;
    border-top: 1px solid #d9a900; }
  body { padding-bottom: 4rem; }
  [class*="appVersion"] { margin-bottom: 4rem; }
</style>
<aside id="wake-up-notice" role="note"><strong>A job is only a wake-up.</strong>
The work is rows in Postgres: whatever is retried, promoted, cleaned, emptied or obliterated here, no mail is lost or
sent twice. Rows whose job is gone are woken again within seconds. To stop sending:
<code>npm run ops -- pause-sending</code>.</aside>
`;

/** Adds the notice to the pages that follow; answers in JSON, which may hold any text, stay as they are. */
export const showNotice: RequestHandler = (_request, response, next) => {
  const send = response.send.bind(response);
  const isPage = (body: unknown): body is string =>
    typeof body === 'string' && !response.get('Content-Type')?.includes('json');
  response.send = (body) => send(isPage(body) ? body.replace(PAGE_ROOT, `${NOTICE}${PAGE_ROOT}`) : body);
  next();
};
