// The paths of pixels and tracked links; the token follows (tracking-tokens.ts). They are short, because each link of an
// email has one.

/** The path of the pixel, which measures opens. */
export const PIXEL_PATH = '/o';
/** The path of a link, which measures clicks. */
export const CLICK_PATH = '/c';
