// The settings of the pages on which the people of an account unsubscribe and choose topics
// (docs/reference/unsubscribes.md#the-settings-of-the-pages).

/** The settings of an account; null: the default. */
export interface UnsubscribePage {
  title: string | null;
  description: string | null;
  /** Shown after unsubscribing. */
  confirmation: string | null;
  logoUrl: string | null;
  /** Colours are `#rrggbb`. */
  backgroundColor: string | null;
  textColor: string | null;
  accentColor: string | null;
  senderName: string | null;
  postalAddress: string | null;
  /** Null: the account has never changed them. */
  updatedAt: Date | null;
}

/** The settings of an account that has changed none. */
export const NO_PAGE_SETTINGS: UnsubscribePage = {
  title: null,
  description: null,
  confirmation: null,
  logoUrl: null,
  backgroundColor: null,
  textColor: null,
  accentColor: null,
  senderName: null,
  postalAddress: null,
  updatedAt: null,
};
