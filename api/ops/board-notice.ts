// A notice on every page of bull-board about our jobs: its buttons look more dangerous than they are, and a job that
// is missing looks like lost mail. It also shows the rows of work, which the jobs only point at. bull-board has no place
// for a notice, so this middleware inserts it into the HTML.
import type { RequestHandler, Response } from 'express';
import { readTokens } from '../public/appearance/stylesheet.ts';
import { NOTICE_SCRIPT_PATH } from './work-rows.ts';

/** The beginning of the content of bull-board's page; test/api/ops/queues-board.test.ts fails when that changes. */
const PAGE_ROOT = '<div id="root">';

/** Middleware that adds the notice to HTML pages. JSON responses, which may contain any text, stay unchanged. */
export function showNotice(): RequestHandler {
  const notice = makeNotice();
  const isPage = (body: unknown, response: Response): body is string =>
    typeof body === 'string' && !response.get('Content-Type')?.includes('json');
  return (_request, response, next) => {
    const send = response.send.bind(response);
    response.send = (body) =>
      send(isPage(body, response) ? body.replace(PAGE_ROOT, () => notice + PAGE_ROOT) : body);
    next();
  };
}

/**
 * A bar at the bottom of the window; page and side bar leave space for it. The script fills the list. The tokens are
 * declared for it alone, because bull-board has properties of the same names, and it follows bull-board's theme.
 */
function makeNotice(): string {
  return `<style>
  #wake-up-notice { ${readTokens()} color-scheme: light; }
  .dark-mode #wake-up-notice { color-scheme: dark; }
  #wake-up-notice { position: fixed; inset: auto 0 0 0; z-index: 100; box-sizing: border-box; max-height: 40vh;
    overflow: auto;
    padding: .55rem 1rem; font: var(--text)/1.4 var(--font); color: var(--ink); background: var(--warn-wash);
    border-top: 1px solid var(--warn); }
  #work-rows { display: flex; flex-wrap: wrap; gap: .1rem 1.75rem; margin: .35rem 0 0; padding: 0; list-style: none;
    font-variant-numeric: tabular-nums; }
  #work-rows span { margin-left: .6rem; }
  #work-rows .none { color: var(--soft); }
  #work-rows .stuck { color: var(--bad); font-weight: 600; }
  #work-rows .rest { flex-basis: 100%; overflow-wrap: anywhere; }
  #root main { padding-bottom: var(--notice-height, 4rem); }
  [class*="appVersion"] { margin-bottom: var(--notice-height, 4rem); }
</style>
<aside id="wake-up-notice" role="note"><strong>A job is only a wake-up.</strong>
The work is in rows of Postgres. Whatever you retry, promote, clean, empty or obliterate here, no mail is lost or sent
twice: rows whose job is gone are woken again within seconds. To stop sending, run <code>pause-sending</code>;
<code>list-stuck</code> says why rows are late.
<ul id="work-rows" aria-label="Rows of work of the queues"></ul></aside>
<script type="module" src="${NOTICE_SCRIPT_PATH}"></script>
`;
}
