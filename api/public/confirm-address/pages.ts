// What the page for confirming an address says (docs/reference/account.md#the-page-that-confirms).

import { maskAddress } from '../../../shared/resources/messaging/preferences/mask-address.ts';
import type { Confirmation } from '../../../shared/resources/people/address-confirmations/confirm.ts';
import { shownName } from '../../../shared/resources/people/one-time-links/texts/shown-name.ts';
import { type PlainPage, receiverPage } from '../appearance/page.ts';
import { isolated } from '../unsubscribe/layout.ts';

/** The page that asks. It changes nothing, because mail filters open links too. */
export function renderAddressQuestion({ accountName, email }: Confirmation): PlainPage {
  // Without an `action` the form is sent to the URL of its page, so no token is written into the page.
  return pageOf(accountName, 'Confirm your address', [
    `<p class="question"><strong>${isolated(shownName(accountName))}</strong> would like to send emails to
<strong>${masked(email)}</strong>.</p>
<p>If you expect these emails, confirm. If not, close this page and nothing happens.</p>
<form method="post"><button class="filled">Confirm</button></form>`,
  ]);
}

/** The answer to the button. */
export function renderAddressConfirmed({ accountName, email }: Confirmation): PlainPage {
  return pageOf(accountName, 'Address confirmed', [
    `<div class="note" role="status"><p><strong>${isolated(shownName(accountName))}</strong> may now send emails to
<strong>${masked(email)}</strong>.</p></div>
<p>You can close this page.</p>`,
  ]);
}

/** The page of a link that is unknown, used or expired. */
export const LINK_NOT_VALID_PAGE = receiverPage('This link does not work', [
  `<p>It was already used, has expired, or is incomplete. If you already confirmed your address, there is nothing more to do. Otherwise ask the sender for another link.</p>`,
]);

function pageOf(accountName: string, title: string, parts: readonly string[]): PlainPage {
  return receiverPage(title, parts, { sender: { name: shownName(accountName) } });
}

/** The email with the link may have been forwarded. */
function masked(email: string): string {
  return isolated(maskAddress(email));
}
