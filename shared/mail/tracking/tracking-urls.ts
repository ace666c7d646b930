// The URLs of pixels and tracked links (docs/reference/tracking.md#links).
import { CLICK_PATH, PIXEL_PATH } from './tracking-paths.ts';
import type { TrackedLink, TrackingTokens } from './tracking-tokens.ts';

/** Makes the URLs in mail. */
export interface TrackingUrls {
  /** @param host the tracking host of the domain; null: it has none that is ready, so they are below PUBLIC_URL */
  pixel(host: string | null, recipientId: string): string;
  link(host: string | null, recipientId: string, link: TrackedLink): string;
}

/** Creates the URLs of a process. */
export function createTrackingUrls(publicUrl: string, tokens: TrackingTokens): TrackingUrls {
  const base = (host: string | null) => (host === null ? publicUrl : `https://${host}`);
  return {
    pixel: (host, recipientId) => `${base(host)}${PIXEL_PATH}/${tokens.pixel(recipientId)}`,
    link: (host, recipientId, link) => `${base(host)}${CLICK_PATH}/${tokens.link(recipientId, link)}`,
  };
}
