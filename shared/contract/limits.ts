// Limits of the interface (interface.md, Limits) and of decisions.md §1.

/** Items on a page when `limit` is absent. */
export const PAGE_LIMIT_DEFAULT = 20;
/** Most items that a page may ask for. */
export const PAGE_LIMIT_MAX = 100;
/** Largest JSON body of the send endpoints and of imports (decisions.md §1). */
export const SEND_BODY_MAX_BYTES = 100 * 1024 * 1024;
/** Largest JSON body of every other endpoint (decisions.md §1). */
export const BODY_MAX_BYTES = 1024 * 1024;
/** Addresses in each of `to`, `cc`, `bcc` and `reply_to` (interface.md, Limits). */
export const ADDRESSES_MAX = 50;
/** Emails of a batch (interface.md, Limits). */
export const BATCH_MAX_EMAILS = 100;
/** Characters of a subject: a header line of RFC 5322 §2.1.1. */
export const SUBJECT_MAX_LENGTH = 998;
/** Custom headers of an email (decisions.md §2). */
export const HEADERS_MAX = 50;
/** How far ahead an email may be scheduled (interface.md, Limits). */
export const SCHEDULE_MAX_DAYS = 30;
/** Tags of an email, and characters of a tag's name or value (decisions.md §2). */
export const TAGS_MAX = 75;
export const TAG_MAX_LENGTH = 256;
