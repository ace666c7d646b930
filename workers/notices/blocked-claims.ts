// Notifies the owner of a domain by email when another account has proven a claim to its name, so that the owner can act
// before the name moves. The notice does not name the other account.
import {
  type ClaimNotice,
  endClaimNotice,
  findDueClaimNotices,
} from '../../shared/resources/domains/claims/notices.ts';
import type { JobDeps } from '../runtime/job.ts';
import { NOTICES_MAX, type Notice, sendNotices } from './send-notices.ts';

/** Sends the notices that are due. */
export async function notifyOfBlockedClaims(deps: JobDeps): Promise<void> {
  const due = await findDueClaimNotices(deps.database, NOTICES_MAX);
  await sendNotices(
    deps,
    due.map((notice) => ({ ...compose(notice), end: () => endClaimNotice(deps.database, notice) })),
  );
}

function compose(notice: ClaimNotice): Omit<Notice, 'end'> {
  const { claimId, name, domainId, proof, blockedUntil, ownerAddress } = notice;
  const end = blockedUntil
    ? `Unless you act, the name moves to the other account at ${blockedUntil.toISOString()}.
It moves earlier if your own DNS records of it are found to be missing or wrong.`
    : 'The name moves to the other account only if the operator of this service decides so.';
  return {
    ownerAddress,
    about: { claim: claimId },
    subject: `Another account claims your domain ${name}`,
    text: `Another account of this service claims your domain ${name}. We cannot say which account it is. It has
published a DNS record that proves that it controls the DNS of the name.

Domain: ${name} (${domainId})
Claim: ${claimId}
${end}
You can then no longer send from ${name}, and its scheduled email is canceled.

If the claim is right, there is nothing to do.

If it is wrong:
- Remove this TXT record from the DNS of ${name}. Without it the claim fails within a day:
  ${proof}
- Change the passwords of your DNS provider: somebody else can change your records.
- Keep your own DNS records of the domain as they are.
- Contact the operator of this service, with the number of the claim.
`,
  };
}
