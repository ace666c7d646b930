// The head of a page for people who get mail: the logo of the sender, or its name.
import { escapeAttribute, escapeHtml } from '../../../shared/platform/security/escape-html.ts';

/** The sender of the mail, as far as known. */
export interface ShownSender {
  name?: string | null;
  /** An image of another host, which the policy of the page must allow. */
  logo?: URL | undefined;
}

/** The head as HTML; empty for an unknown sender. */
export function senderHtml({ name, logo }: ShownSender): string {
  const alt = escapeAttribute(name ?? 'Logo');
  const image = logo && `<img src="${escapeAttribute(logo.href)}" alt="${alt}" referrerpolicy="no-referrer">`;
  const shown = image ?? (name ? `<bdi>${escapeHtml(name)}</bdi>` : undefined);
  return shown
    ? `<header class="bar"><div class="bar-row"><span class="brand">${shown}</span></div></header>`
    : '';
}
