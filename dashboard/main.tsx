// The dashboard begins here: it asks for the session and for the list of the page that is open, both at once and before
// anything is drawn, and then draws. Once that is done, code that a press may need is loaded in idle time.
import { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { APP_BASE, CAME_WITH_SESSION } from './api/base.ts';
import { listenForChanges } from './api/changes/changes.ts';
import { isConcerned } from './api/changes/depends-on.ts';
import { SESSION_READ } from './api/session.ts';
import { readOf } from './api/use-call.ts';
import { beginIdleLoads, whenIdle } from './design/lazy/idle.ts';
import { listInputOf } from './lists/state/list-spec.ts';
import { App } from './shell/app.tsx';
import { pageOf } from './shell/pages.ts';
import './design/fonts.css';
import '../shared/contract/appearance/tokens.css';
import './design/base.css';

/** Between two looks whether all is read that the page asks for. */
const REFETCH_MS = 200;

const client = new QueryClient({
  defaultOptions: {
    // Changing data is read every two seconds (use-call.ts); a failed read says so, and has a button.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 1_000, networkMode: 'always' },
    // The server may be on this machine: whether there is an internet does not matter. Inputs and answers of changes
    // may be a password or a key: they do not stay in memory.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

// Changed data is read again when it is shown next, however soon: a page may be left before it reads (use-call.ts), and
// hidden data is not read.
listenForChanges({
  onChanged: (names) =>
    void client.invalidateQueries({
      refetchType: 'none',
      predicate: ({ queryKey: [id] }) => !names || isConcerned(String(id), names),
    }),
});
const codeOfPage = askAhead();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
}
void Promise.allSettled([codeOfPage]).then(waitForFirstDrawing);

/** Without a session both would be refused. @returns a promise of the code of the page */
function askAhead(): Promise<unknown> | undefined {
  if (!CAME_WITH_SESSION) return undefined;
  void client.prefetchQuery(SESSION_READ);
  const path = location.pathname.slice(APP_BASE.length) || '/';
  const page = pageOf(path);
  if (page?.list && path === page.path) {
    const { operation } = page.list;
    void client.prefetchQuery(readOf(operation, listInputOf(page.list, location.search)));
  } else void page?.loadRecord?.().catch(() => {});
  return page?.load();
}

/** Waits until the page's data has arrived, and the browser is idle: it has drawn it. */
function waitForFirstDrawing(): void {
  if (client.isFetching() > 0) setTimeout(waitForFirstDrawing, REFETCH_MS);
  else whenIdle(beginIdleLoads);
}
