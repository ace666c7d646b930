// Settings of the unsubscribe pages: the longest texts, in characters (docs/reference/unsubscribes.md).

export const PAGE_TITLE_MAX_LENGTH = 100;
/** `description` and `confirmation`. */
export const PAGE_TEXT_MAX_LENGTH = 1_000;
export const LOGO_URL_MAX_LENGTH = 2_000;
export const SENDER_NAME_MAX_LENGTH = 100;
export const POSTAL_ADDRESS_MAX_LENGTH = 500;
