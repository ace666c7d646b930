// Notifies the owners of a domain by email when another account has proven a claim to its name, so that they can act
// before the name moves. The notice does not name the other account.
import {
  type ClaimNotice,
  endClaimNotices,
  findDueClaimNotices,
} from '../../shared/resources/messaging/domains/claims/notices.ts';
import { type CompanionKind, companionOf } from '../../shared/resources/messaging/emails/accept/companion.ts';
import { NOTICES_MAX, type Notice, sendNotices } from '../../shared/resources/people/notices/send.ts';
import type { JobDeps } from '../runtime/job.ts';
import { withAcceptor } from './with-acceptor.ts';

const ENDING: CompanionKind<ClaimNotice> = { write: endClaimNotices };

/** Sends the notices that are due. */
export async function notifyOfBlockedClaims(deps: JobDeps): Promise<void> {
  const { database } = deps;
  const due = await findDueClaimNotices(database, NOTICES_MAX);
  await sendNotices(
    withAcceptor(deps),
    due.map((notice) => ({
      ...compose(notice),
      companion: companionOf(ENDING, notice),
      end: async () => void (await endClaimNotices(database, [notice])),
    })),
  );
}

function compose(notice: ClaimNotice): Omit<Notice, 'companion' | 'end'> {
  const { claimId, name, domainId, proof, blockedUntil, ownerAddresses } = notice;
  const end = blockedUntil
    ? `Unless you act, the name moves to the other account at ${blockedUntil.toISOString()}.
It moves earlier if your own DNS records for it are missing or wrong.`
    : 'The name moves to the other account only if the operator of this service decides to move it.';
  return {
    ownerAddresses,
    about: { claim: claimId },
    subject: `Another account claims your domain ${name}`,
    text: `Another account of this service claims your domain ${name}. We cannot disclose which account it is. It
published a DNS record that proves control of the DNS of the name.

Domain: ${name} (${domainId})
Claim: ${claimId}
${end}
You can then no longer send from ${name}, and its scheduled emails are canceled.

If the claim is legitimate, you do not need to do anything.

If it is wrong:
- Remove this TXT record from the DNS of ${name}. Without it, the claim fails within a day:
  ${proof}
- Change the password of your DNS account, because another person can change your records.
- Keep your own DNS records for the domain unchanged.
- Contact the operator of this service and give the claim id.
`,
  };
}
