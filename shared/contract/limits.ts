// Limits of the interface (interface.md, Limits) and of decisions.md §1.

/** Items on a page when `limit` is absent. */
export const PAGE_LIMIT_DEFAULT = 20;
/** Most items that a page may ask for. */
export const PAGE_LIMIT_MAX = 100;
/** Largest JSON body of the send endpoints and of imports (decisions.md §1). */
export const SEND_BODY_MAX_BYTES = 100 * 1024 * 1024;
/** Largest JSON body of every other endpoint (decisions.md §1). */
export const BODY_MAX_BYTES = 1024 * 1024;
