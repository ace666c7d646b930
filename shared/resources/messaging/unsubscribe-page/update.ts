// Changes the settings of an account's unsubscribe pages: PATCH /unsubscribe-page.
import { DomainError } from '../../../contract/domain-error.ts';
import { findFaintText, TEXT_CONTRAST_MIN } from '../../../contract/unsubscribe-page/contrast.ts';
import { parseLogoUrl } from '../../../contract/unsubscribe-page/logo-url.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type ChangeCondition, requireUnchanged, timeOfChange } from '../../foundation/if-unchanged.ts';
import { findUnsubscribePage } from './find.ts';
import { NO_PAGE_SETTINGS, type UnsubscribePage } from './unsubscribe-page.ts';

/** The settings to change: null sets the default, absent ones stay. */
export type UnsubscribePageChanges = {
  readonly [Field in Exclude<keyof UnsubscribePage, 'updatedAt'>]?: UnsubscribePage[Field] | undefined;
};

const SAVE = `
  INSERT INTO unsubscribe_page_settings
    (account_id, title, description, confirmation, logo_url, background_color, text_color, accent_color, sender_name,
     postal_address, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (account_id) DO UPDATE SET
    title = excluded.title, description = excluded.description, confirmation = excluded.confirmation,
    logo_url = excluded.logo_url, background_color = excluded.background_color, text_color = excluded.text_color,
    accent_color = excluded.accent_color, sender_name = excluded.sender_name,
    postal_address = excluded.postal_address, updated_at = excluded.updated_at`;

/**
 * Changes settings. Values that they have already are not change. Changes of one account run one after the other,
 * because the contrast depends on two of the settings.
 * @returns the settings after the change
 * @throws DomainError `validation_error` for a logo that pages cannot show, or a text that would be hard to read, and
 *   for another time
 */
export async function updateUnsubscribePage(
  database: Database,
  accountId: string,
  { ifUpdatedAt, ...changes }: UnsubscribePageChanges & ChangeCondition,
  now: Date,
): Promise<UnsubscribePage> {
  const { logoUrl } = changes;
  if (logoUrl && !parseLogoUrl(logoUrl)) throw badLogo();
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    const before = await findUnsubscribePage(client, accountId);
    requireUnchanged('page', before, ifUpdatedAt);
    const page = withChanges(before, changes);
    const fields = Object.keys(NO_PAGE_SETTINGS) as (keyof UnsubscribePage)[];
    if (fields.every((field) => page[field] === before[field])) return before;
    requireContrast(page);
    const values = fields.filter((field) => field !== 'updatedAt').map((field) => page[field]);
    const updatedAt = timeOfChange(before, now);
    await client.query({
      name: 'save-unsubscribe-page',
      text: SAVE,
      values: [accountId, ...values, updatedAt],
    });
    return { ...page, updatedAt };
  });
}

/** The settings after a change. */
export function withChanges(page: UnsubscribePage, changes: UnsubscribePageChanges): UnsubscribePage {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...page, ...Object.fromEntries(given) };
}

function requireContrast(page: UnsubscribePage): void {
  const faint = findFaintText(page);
  if (!faint) return;
  const { text, background, contrast } = faint;
  throw new DomainError(
    'validation_error',
    `\`text_color\` ${text} on \`background_color\` ${background} has a contrast of ${contrast}:1. It must be at least ${TEXT_CONTRAST_MIN}:1 to be readable.`,
    { field: 'text_color' },
  );
}

function badLogo(): DomainError {
  return new DomainError(
    'validation_error',
    '`logo_url` must be an https URL with a host name and without a login.',
    { field: 'logo_url' },
  );
}
