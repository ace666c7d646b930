// The dashboard as a whole: signing in on pages of its own, everything else in the frame with the rail, for whom a
// session exists. A page whose code or drawing fails leaves the rest standing.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Redirect, Route, Router, Switch } from 'wouter';
import { APP_BASE } from '../api/base.ts';
import { PageBoundary } from '../design/feedback/boundary.tsx';
import { Toaster } from '../design/feedback/toaster.tsx';
import { loadedLater } from '../design/lazy/loaded-later.tsx';
import { SessionGate } from '../resources/auth/session-gate.tsx';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { PAGES } from './pages.ts';
import { Shortcuts } from './shortcuts.tsx';

const SignIn = loadedLater(() =>
  import('../resources/auth/sign-in-page.tsx').then((it) => it.SignInPage),
).Component;
const Gallery = loadedLater(() => import('../gallery/gallery.tsx').then((it) => it.Gallery)).Component;

/** The dashboard. */
export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Router base={APP_BASE}>
        <PageBoundary>
          <Switch>
            <Route path="/sign-in/:step?">
              <SignIn />
            </Route>
            <Route path="/gallery">
              <Gallery />
            </Route>
            <Route>
              <SignedIn />
            </Route>
          </Switch>
        </PageBoundary>
        <Toaster />
      </Router>
    </QueryClientProvider>
  );
}

function SignedIn() {
  return (
    <SessionGate>
      <Frame>
        <PageBoundary>
          <Switch>
            {PAGES.map(({ id, route, Component }) => (
              <Route key={id} path={route}>
                <Component />
              </Route>
            ))}
            <Route path="/broadcasts/*?">
              {({ '*': rest }) => <Redirect to={rest ? `/campaigns/${rest}` : '/campaigns'} replace />}
            </Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </PageBoundary>
      </Frame>
      <Shortcuts />
    </SessionGate>
  );
}
