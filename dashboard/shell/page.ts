// What is known of a page of the dashboard (pages.ts has them all).
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { loadedLater } from '../design/lazy/loaded-later.tsx';
import type { ListSpec } from '../lists/state/list-spec.ts';

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

/** Makes one, whose code is loaded when it is opened. */
export function page(about: Omit<Page, 'Component'> & { load: () => Promise<ComponentType> }): Page {
  return { ...about, ...loadedLater(about.load) };
}
