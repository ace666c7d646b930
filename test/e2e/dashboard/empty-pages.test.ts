// The pages of the dashboard that a new account sees, their dialogs, the pages before one signs in, and the gallery of
// all components.
import { useApp } from '../../support/api/app.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { inspect } from './inspect.ts';
import { useTabs } from './tab.ts';

const EMPTY = [
  '/',
  '/emails',
  '/campaigns',
  '/campaigns/polls',
  '/automations',
  '/contacts',
  '/segments',
  '/templates',
  '/segments/new?ready=plan',
  '/topics',
  '/suppressions',
  '/logs',
  '/webhooks',
  '/events',
  '/events/definitions',
  '/api-keys',
  '/domains',
  '/settings/members',
  '/settings/unsubscribe-page',
];
const DIALOGS = [
  '/emails?compose=yes',
  '/emails?compose=simulator',
  '/api-keys?create=yes',
  '/webhooks?create=yes',
  '/domains?create=yes',
  '/events?send=yes',
  '/events/definitions?create=yes',
  '/topics?create=yes',
  '/contacts?create=yes',
  '/contacts?audiences=yes',
  '/segments?create=yes',
  '/campaigns?create=yes',
  '/automations?create=yes',
  '/templates?create=welcome',
  '/contacts/imports/new',
  '/contacts/properties?create=yes',
  '/suppressions?create=yes',
  '/settings/members?invite=yes',
];
const SIGNED_OUT = ['/sign-in', '/sign-in/forgot', '/sign-in/second-factor'];

const nameOf = (path: string) => `empty${path.replaceAll(/\W/g, '-')}`;

describe('The pages of the dashboard while there is nothing', function () {
  this.timeout(600_000);
  const app = useApp();
  const { openTab } = useTabs(app);

  it('have no fault for accessibility in a new account, nor do their dialogs', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const tab = await openTab({ session });
    for (const path of [...EMPTY, ...DIALOGS]) await inspect(tab, { name: nameOf(path), path });
  });

  it('have no fault for accessibility before one signs in', async () => {
    const tab = await openTab();
    for (const path of SIGNED_OUT) await inspect(tab, { name: nameOf(path), path });
    await inspect(tab, { name: 'gallery', path: '/gallery', isGallery: true });
  });
});
