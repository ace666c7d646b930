// What a campaign is set to, besides its audience, its time and what it says: a row is all that storing, copying and changing a
// setting need. Requests and answers have it in api/resources/campaigns/delivery-fields.ts and in the contract.
import type { WEB_VERSIONS } from '../../../contract/polls/values.ts';

/** The people who can open its web version (docs/reference/web-version.md). */
export type WebVersionMode = (typeof WEB_VERSIONS)[number];

/** The measurements of its mail; the domain decides about absent ones. */
export interface CampaignTracking {
  opens?: boolean;
  clicks?: boolean;
}

export interface CampaignSettings {
  tracking: CampaignTracking | null;
  /** Mails an hour; null: as many as fit. */
  ratePerHour: number | null;
  webVersion: WebVersionMode;
}

/** The settings of a new campaign that chooses nothing. */
export const UNSET: CampaignSettings = { tracking: null, ratePerHour: null, webVersion: 'link' };

/** An absent one keeps its value. */
export type SettingChanges = { [Key in keyof CampaignSettings]?: CampaignSettings[Key] | undefined };

interface Setting {
  column: string;
  isJson?: true;
  /** Until when it can be changed. */
  until: 'it starts' | 'it ends' | 'ever';
}

const SETTINGS = {
  tracking: { column: 'tracking', isJson: true, until: 'it starts' },
  ratePerHour: { column: 'rate_per_hour', until: 'it ends' },
  webVersion: { column: 'web_version', until: 'ever' },
} as const satisfies Readonly<Record<keyof CampaignSettings, Setting>>;

const ROWS = Object.entries(SETTINGS) as [keyof CampaignSettings, Setting][];

/** SQL of a select. */
export const SETTING_COLUMNS = ROWS.map(([key, { column }]) => `${column} AS "${key}"`).join(', ');
/** SQL of an insert: the names, and the parameters from `$first` on. */
export const SETTING_NAMES = ROWS.map(([, { column }]) => column).join(', ');
export const settingParameters = (first: number) => ROWS.map((_, place) => `$${first + place}`).join(', ');
/** SQL of an update: the assignments of the parameters from `$first` on. */
export const settingAssignments = (first: number) =>
  ROWS.map(([, { column }], place) => `${column} = $${first + place}`).join(', ');

/** The parameters. */
export function settingValues(settings: CampaignSettings): unknown[] {
  return ROWS.map(([key, { isJson }]) => {
    const value = settings[key];
    return isJson && value !== null ? JSON.stringify(value) : value;
  });
}

/** The settings of a campaign after a change. */
export function changedSettings(former: CampaignSettings, given: SettingChanges): CampaignSettings {
  return Object.fromEntries(
    ROWS.map(([key]) => [key, given[key] === undefined ? former[key] : given[key]]),
  ) as unknown as CampaignSettings;
}

/** The given settings that can be changed until then. */
export function givenUntil(until: Setting['until'], given: SettingChanges): unknown[] {
  return ROWS.flatMap(([key, setting]) =>
    setting.until === until && given[key] !== undefined ? [given[key]] : [],
  );
}
