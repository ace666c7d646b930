// An address that has been typed to its end, as filters and fields of whole addresses need it before they ask. What the API
// accepts is narrower.

/** The whole text is one. */
export const WHOLE_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;
