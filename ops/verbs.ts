// Every verb of `npm run ops`.
import type { Verb } from './verb.ts';
import { denyProductionAccessVerb, listAccessRequestsVerb } from './verbs/access-requests.ts';
import { createApiKeyVerb, listApiKeysVerb, revokeApiKeyVerb, revokeKeysVerb } from './verbs/api-keys.ts';
import { listAuditEventsVerb } from './verbs/audit-events.ts';
import { backupVerb } from './verbs/backup.ts';
import {
  confirmAddressVerb,
  grantProductionAccessVerb,
  revokeProductionAccessVerb,
  setPlanVerb,
} from './verbs/change-account.ts';
import { checkVerb } from './verbs/check.ts';
import { completeClaimVerb, listClaimsVerb, rejectClaimVerb } from './verbs/claims.ts';
import { createAccountVerb } from './verbs/create-account.ts';
import { deleteAccountVerb, keepAccountVerb } from './verbs/delete-account.ts';
import { listDestinationsVerb, restDestinationVerb, resumeDestinationVerb } from './verbs/destinations.ts';
import { diskVerb } from './verbs/disk.ts';
import {
  addDomainVerb,
  domainRecordsVerb,
  listDomainsVerb,
  setPoolVerb,
  vouchDomainVerb,
} from './verbs/domains.ts';
import { listAccountsVerb } from './verbs/list-accounts.ts';
import { listStuckVerb } from './verbs/list-stuck.ts';
import { inviteMemberVerb } from './verbs/members.ts';
import { pauseSendingVerb, resumeSendingVerb } from './verbs/pause-sending.ts';
import { endSessionsVerb, removeSecondFactorVerb, resetPasswordVerb } from './verbs/people.ts';
import {
  addProviderVerb,
  changeProviderVerb,
  listProvidersVerb,
  pauseProviderVerb,
  providerWebhookVerb,
  removeProviderVerb,
  resumeProviderVerb,
  setProviderVerb,
} from './verbs/providers.ts';
import { drainQueueVerb, listQueuesVerb, redriveVerb } from './verbs/queues.ts';
import { reEncryptVerb } from './verbs/re-encrypt.ts';
import { rebuildStatsVerb } from './verbs/rebuild-stats.ts';
import {
  liftReputationVerb,
  listReputationVerb,
  pauseDomainVerb,
  resumeDomainVerb,
} from './verbs/reputation.ts';
import { sendTestVerb } from './verbs/send-test.ts';
import { addSuppressionVerb, listSuppressionsVerb, removeSuppressionVerb } from './verbs/suppressions.ts';
import { resumeAccountVerb, suspendAccountVerb } from './verbs/suspensions.ts';
import { testProviderVerb } from './verbs/test-provider.ts';
import { verifyBackupVerb } from './verbs/verify-backup.ts';

export const VERBS: Readonly<Record<string, Verb>> = {
  check: checkVerb,
  'create-account': createAccountVerb,
  'list-accounts': listAccountsVerb,
  'delete-account': deleteAccountVerb,
  'keep-account': keepAccountVerb,
  'set-plan': setPlanVerb,
  'list-access-requests': listAccessRequestsVerb,
  'grant-production-access': grantProductionAccessVerb,
  'deny-production-access': denyProductionAccessVerb,
  'revoke-production-access': revokeProductionAccessVerb,
  'confirm-address': confirmAddressVerb,
  'suspend-account': suspendAccountVerb,
  'resume-account': resumeAccountVerb,
  'invite-member': inviteMemberVerb,
  'list-domains': listDomainsVerb,
  'add-domain': addDomainVerb,
  'domain-records': domainRecordsVerb,
  'vouch-domain': vouchDomainVerb,
  'set-pool': setPoolVerb,
  'list-reputation': listReputationVerb,
  'lift-reputation': liftReputationVerb,
  'pause-domain': pauseDomainVerb,
  'resume-domain': resumeDomainVerb,
  'list-claims': listClaimsVerb,
  'complete-claim': completeClaimVerb,
  'reject-claim': rejectClaimVerb,
  'create-api-key': createApiKeyVerb,
  'list-api-keys': listApiKeysVerb,
  'revoke-api-key': revokeApiKeyVerb,
  'revoke-keys': revokeKeysVerb,
  'reset-password': resetPasswordVerb,
  'remove-second-factor': removeSecondFactorVerb,
  'end-sessions': endSessionsVerb,
  'list-audit-events': listAuditEventsVerb,
  'list-suppressions': listSuppressionsVerb,
  'add-suppression': addSuppressionVerb,
  'remove-suppression': removeSuppressionVerb,
  'send-test': sendTestVerb,
  'pause-sending': pauseSendingVerb,
  'resume-sending': resumeSendingVerb,
  'list-providers': listProvidersVerb,
  'add-provider': addProviderVerb,
  'change-provider': changeProviderVerb,
  'test-provider': testProviderVerb,
  'set-provider': setProviderVerb,
  'pause-provider': pauseProviderVerb,
  'resume-provider': resumeProviderVerb,
  'remove-provider': removeProviderVerb,
  'provider-webhook': providerWebhookVerb,
  'list-destinations': listDestinationsVerb,
  'rest-destination': restDestinationVerb,
  'resume-destination': resumeDestinationVerb,
  'rebuild-stats': rebuildStatsVerb,
  're-encrypt': reEncryptVerb,
  backup: backupVerb,
  'verify-backup': verifyBackupVerb,
  disk: diskVerb,
  'list-queues': listQueuesVerb,
  'list-stuck': listStuckVerb,
  'drain-queue': drainQueueVerb,
  redrive: redriveVerb,
};
