// Limits of the interface (interface.md, Limits) and of decisions.md §1.

/** Items on a page when `limit` is absent. */
export const PAGE_LIMIT_DEFAULT = 20;
/** Most items that a page may ask for. */
export const PAGE_LIMIT_MAX = 100;
/** Largest JSON body of the send endpoints and of imports (decisions.md §1). */
export const SEND_BODY_MAX_BYTES = 100 * 1024 * 1024;
/** Largest JSON body of every other endpoint (decisions.md §1). */
export const BODY_MAX_BYTES = 1024 * 1024;
/** How deep a JSON body may be nested (decisions.md §1). */
export const JSON_DEPTH_MAX = 100;
/** Values in a JSON body, names of fields left out: a hundred megabytes of `[],` would become a gigabyte of objects. */
export const JSON_VALUES_MAX = 1_000_000;
/** Addresses in each of `to`, `cc`, `bcc` and `reply_to` (interface.md, Limits). */
export const ADDRESSES_MAX = 50;
/** Emails of a batch (interface.md, Limits). */
export const BATCH_MAX_EMAILS = 100;
/** Characters of a subject: a header line of RFC 5322 §2.1.1. */
export const SUBJECT_MAX_LENGTH = 998;
/** `html` and `text` of an email together, in bytes of UTF-8 as they were given (decisions.md §1). */
export const CONTENT_MAX_BYTES = 10 * 1024 * 1024;
/** Characters of a preview: mailboxes show about 150. */
export const PREVIEW_TEXT_MAX_LENGTH = 2_000;
/** Custom headers of an email (decisions.md §2). */
export const HEADERS_MAX = 50;
/** Names and values of all of them together, in bytes of UTF-8; many servers refuse a header of more than 100 KB. */
export const HEADERS_MAX_BYTES = 64 * 1024;
/** How far ahead an email may be scheduled (interface.md, Limits). */
export const SCHEDULE_MAX_DAYS = 30;
/** Tags of an email, and characters of a tag's name or value (decisions.md §2). */
export const TAGS_MAX = 75;
export const TAG_MAX_LENGTH = 256;
/** Attachments of an email; the interface bounds their bytes only. */
export const ATTACHMENTS_MAX = 100;
/** Decoded bytes of an attachment, and of all of an email together (interface.md, Limits). */
export const ATTACHMENT_MAX_BYTES = 25 * 1024 * 1024;
export const ATTACHMENTS_MAX_BYTES = 40 * 1024 * 1024;
/** Characters of a file's name, as file systems bound it. */
export const FILENAME_MAX_LENGTH = 255;
/** Characters of a `content_id`, as Resend bounds it. */
export const CONTENT_ID_MAX_LENGTH = 128;
/** How long a link to an attachment works (decisions.md §2, Attachments). */
export const DOWNLOAD_LINK_SECONDS = 3_600;
