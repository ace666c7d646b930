// All pages of the dashboard: where they are, what loads them, the key that leads to them, and the list that is asked
// for while their code is still on its way. The rail and the palette show what is here, and nothing that is not.
import {
  Activity,
  ChartPie,
  Contact,
  FileText,
  Gauge,
  Globe,
  KeyRound,
  LayoutTemplate,
  ListChecks,
  type LucideIcon,
  Mail,
  Megaphone,
  Radio,
  ScrollText,
  Settings,
  ShieldOff,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { loadedLater } from '../design/later/loaded-later.tsx';
import type { ListSpec } from '../lists/state/list-spec.ts';
import { API_KEYS } from '../resources/api-keys/list.ts';
import { AUTOMATIONS } from '../resources/automations/list.ts';
import { CAMPAIGNS } from '../resources/campaigns/list.ts';
import { CONTACTS } from '../resources/contacts/list.ts';
import { DOMAINS } from '../resources/domains/list.ts';
import { EMAILS } from '../resources/emails/list.ts';
import { RECEIVED_EVENTS } from '../resources/events/list.ts';
import { LOGS } from '../resources/logs/list.ts';
import { SEGMENTS } from '../resources/segments/list.ts';
import { SUPPRESSIONS } from '../resources/suppressions/list.ts';
import { TEMPLATES } from '../resources/templates/list.ts';
import { TOPICS } from '../resources/topics/list.ts';
import { WEBHOOKS } from '../resources/webhooks/list.ts';

/** A page. */
export interface Page {
  id: string;
  label: string;
  /** Below /app. */
  path: string;
  /** The route, with what a record adds to the path. */
  route: string;
  /** Heading in the rail, the palette and the list of keys. */
  group?: 'Send' | 'People' | 'Develop' | 'Account';
  /** Only the palette shows it: the settings lead to it. */
  isInSettings?: true;
  /** Shown only to people who run the service. */
  isFor?: 'operators';
  icon: LucideIcon;
  /** A pair of keys. */
  keys: string;
  Component: ComponentType;
  load: () => Promise<unknown>;
  /** Loads the code of a record, which the page would ask for itself once its own has come. */
  loadRecord?: () => Promise<unknown>;
  /** Asked for at once. */
  list?: ListSpec;
}

function page(about: Omit<Page, 'Component'> & { load: () => Promise<ComponentType> }): Page {
  return { ...about, ...loadedLater(about.load) };
}

const settings = () => import('../resources/settings/settings-page.tsx').then((it) => it.SettingsPage);

/** The pages, as the rail lists them. */
export const PAGES: readonly Page[] = [
  page({
    id: 'overview',
    label: 'Overview',
    path: '/',
    route: '/',
    icon: Gauge,
    keys: 'g o',
    load: () => import('../resources/overview/overview-page.tsx').then((it) => it.OverviewPage),
  }),
  page({
    id: 'emails',
    label: 'Emails',
    path: '/emails',
    route: '/emails/:id?',
    group: 'Send',
    icon: Mail,
    keys: 'g e',
    load: () => import('../resources/emails/emails-page.tsx').then((it) => it.EmailsPage),
    loadRecord: () => import('../resources/emails/record/email-record.tsx'),
    list: EMAILS,
  }),
  page({
    id: 'campaigns',
    label: 'Campaigns',
    path: '/campaigns',
    route: '/campaigns/:tab?/:id?',
    group: 'Send',
    icon: Megaphone,
    keys: 'g b',
    load: () => import('../resources/campaigns/campaigns-page.tsx').then((it) => it.CampaignsPage),
    loadRecord: () => import('../resources/campaigns/record/campaign-record.tsx'),
    list: CAMPAIGNS,
  }),
  page({
    id: 'automations',
    label: 'Automations',
    path: '/automations',
    route: '/automations/:id?/:part?/:runId?',
    group: 'Send',
    icon: Workflow,
    keys: 'g f',
    load: () => import('../resources/automations/automations-page.tsx').then((it) => it.AutomationsPage),
    loadRecord: () => import('../resources/automations/record/automation-record.tsx'),
    list: AUTOMATIONS,
  }),
  page({
    id: 'templates',
    label: 'Templates',
    path: '/templates',
    route: '/templates/:id?/:tab?',
    group: 'Send',
    icon: LayoutTemplate,
    keys: 'g t',
    load: () => import('../resources/templates/templates-page.tsx').then((it) => it.TemplatesPage),
    loadRecord: () => import('../resources/templates/record/template-record.tsx'),
    list: TEMPLATES,
  }),
  page({
    id: 'contacts',
    label: 'Contacts',
    path: '/contacts',
    route: '/contacts/:tab?/:id?',
    group: 'People',
    icon: Contact,
    keys: 'g c',
    load: () => import('../resources/contacts/contacts-page.tsx').then((it) => it.ContactsPage),
    loadRecord: () => import('../resources/contacts/record/contact-record.tsx'),
    list: CONTACTS,
  }),
  page({
    id: 'segments',
    label: 'Segments',
    path: '/segments',
    route: '/segments/:id?/:tab?',
    group: 'People',
    icon: ChartPie,
    keys: 'g n',
    load: () => import('../resources/segments/segments-page.tsx').then((it) => it.SegmentsPage),
    loadRecord: () => import('../resources/segments/record/segment-record.tsx'),
    list: SEGMENTS,
  }),
  page({
    id: 'topics',
    label: 'Topics',
    path: '/topics',
    route: '/topics/:id?',
    group: 'People',
    icon: ListChecks,
    keys: 'g p',
    load: () => import('../resources/topics/topics-page.tsx').then((it) => it.TopicsPage),
    loadRecord: () => import('../resources/topics/topic-record.tsx'),
    list: TOPICS,
  }),
  page({
    id: 'suppressions',
    label: 'Suppressions',
    path: '/suppressions',
    route: '/suppressions/:id?',
    group: 'People',
    icon: ShieldOff,
    keys: 'g s',
    load: () => import('../resources/suppressions/suppressions-page.tsx').then((it) => it.SuppressionsPage),
    loadRecord: () => import('../resources/suppressions/suppression-record.tsx'),
    list: SUPPRESSIONS,
  }),
  page({
    id: 'logs',
    label: 'Logs',
    path: '/logs',
    route: '/logs/:id?',
    group: 'Develop',
    icon: ScrollText,
    keys: 'g l',
    load: () => import('../resources/logs/logs-page.tsx').then((it) => it.LogsPage),
    loadRecord: () => import('../resources/logs/log-record.tsx'),
    list: LOGS,
  }),
  page({
    id: 'webhooks',
    label: 'Webhooks',
    path: '/webhooks',
    route: '/webhooks/:id?/:part?/:eventId?',
    group: 'Develop',
    icon: Webhook,
    keys: 'g w',
    load: () => import('../resources/webhooks/webhooks-page.tsx').then((it) => it.WebhooksPage),
    loadRecord: () => import('../resources/webhooks/webhook-record.tsx'),
    list: WEBHOOKS,
  }),
  page({
    id: 'events',
    label: 'Events',
    path: '/events',
    route: '/events/:tab?/:id?/:part?/:runId?',
    group: 'Develop',
    icon: Radio,
    keys: 'g v',
    load: () => import('../resources/events/events-page.tsx').then((it) => it.EventsPage),
    loadRecord: () => import('../resources/events/received/received-record.tsx'),
    list: RECEIVED_EVENTS,
  }),
  page({
    id: 'api-keys',
    label: 'API keys',
    path: '/api-keys',
    route: '/api-keys/:id?',
    group: 'Develop',
    icon: KeyRound,
    keys: 'g k',
    load: () => import('../resources/api-keys/api-keys-page.tsx').then((it) => it.ApiKeysPage),
    loadRecord: () => import('../resources/api-keys/key-record.tsx'),
    list: API_KEYS,
  }),
  page({
    id: 'domains',
    label: 'Domains',
    path: '/domains',
    route: '/domains/:id?/:tab?',
    group: 'Account',
    icon: Globe,
    keys: 'g d',
    load: () => import('../resources/domains/domains-page.tsx').then((it) => it.DomainsPage),
    loadRecord: () => import('../resources/domains/domain-record.tsx'),
    list: DOMAINS,
  }),
  page({
    id: 'settings',
    label: 'Settings',
    path: '/settings',
    route: '/settings/:section?',
    group: 'Account',
    icon: Settings,
    keys: 'g ,',
    load: settings,
  }),
  // Below the others, because it comes when it is known that it is for the person.
  page({
    id: 'work',
    label: 'Work',
    path: '/work',
    route: '/work',
    group: 'Account',
    isFor: 'operators',
    icon: Activity,
    keys: 'g x',
    load: () => import('../resources/work/work-page.tsx').then((it) => it.ServiceWorkPage),
  }),
  page({
    id: 'members',
    label: 'Members',
    path: '/settings/members',
    route: '/settings/:section?',
    group: 'Account',
    isInSettings: true,
    icon: Users,
    keys: 'g m',
    load: settings,
  }),
  page({
    id: 'usage',
    label: 'Usage',
    path: '/settings/usage',
    route: '/settings/:section?',
    group: 'Account',
    isInSettings: true,
    icon: Gauge,
    keys: 'g u',
    load: settings,
  }),
  page({
    id: 'audit',
    label: 'Audit log',
    path: '/settings/audit',
    route: '/settings/:section?',
    group: 'Account',
    isInSettings: true,
    icon: FileText,
    keys: 'g a',
    load: settings,
  }),
];

/** Finds the page of a path below /app: the one with the longest path that it begins with. */
export function pageOf(path: string): Page | undefined {
  const found = PAGES.filter(
    (each) => path === each.path || path.startsWith(`${each.path.replace(/\/$/, '')}/`),
  );
  return found
    .sort((one, other) => other.path.length - one.path.length)
    .find((each) => each.path !== '/' || path === '/');
}
