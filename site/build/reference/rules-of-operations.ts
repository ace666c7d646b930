// Sections of docs/reference/ whose rules an operation has, where no heading above them names its method and path:
// document and anchor. test/site/operation-rules.test.ts holds that every operation has rules, and that every line here
// is needed.

type Sections = Readonly<Record<string, readonly string[]>>;

const SENDING: Sections = {
  sendEmail: [
    'emails.md#sender-and-recipients',
    'emails.md#dropped-recipients',
    'emails.md#content',
    'emails.md#templates',
    'emails.md#polls',
    'emails.md#topics',
    'emails.md#tracking',
    'emails.md#headers-and-tags',
    'attachments.md#sending-files',
    'attachments.md#hosted-files',
    'scheduled-emails.md#scheduled_at',
    'idempotency.md#idempotency',
  ],
  sendBatch: ['batches.md#permissive-batches', 'batches.md#a-batch-that-runs-out-of-time'],
  getEmailMetrics: ['email-metrics.md#email-metrics'],
  getEmail: ['emails.md#the-email-record'],
  listEmailAttachments: ['attachments.md#download-links'],
  getEmailAttachment: ['attachments.md#get-emailsidattachments', 'attachments.md#download-links'],
};

const RECEIVING: Sections = {
  getReceivedAttachment: ['receiving.md#get-emailsreceivingidattachments', 'receiving.md#links'],
  getRawReceivedEmail: ['receiving.md#links'],
  forwardReceivedEmail: ['receiving-answers.md#both'],
  replyToReceivedEmail: ['receiving-answers.md#both'],
};

const DOMAINS: Sections = {
  listDomains: ['domains.md#the-domain-record'],
  getDomain: ['domains.md#the-domain-record'],
  getDomainRecordsCsv: ['domains.md#the-records-as-files'],
  getDomainZoneFile: ['domains.md#the-records-as-files'],
  getDomainUses: ['domains.md#delete-domainsid'],
  rotateDomainDkim: ['domain-verification.md#rotation-of-keys'],
  verifyDomain: ['domain-verification.md#checks'],
  verifyDomainClaim: ['domain-claims.md#what-becomes-of-a-claim'],
};

const CONTACTS: Sections = {
  listContactImports: ['contact-imports.md#the-import-record'],
  getContactImport: ['contact-imports.md#the-import-record'],
  cancelContactImport: ['contact-imports.md#until-its-end'],
  listContactImportFailures: ['contact-imports.md#rows'],
  createContactImport: ['contact-imports.md#columns'],
  createContact: ['contacts.md#addresses', 'contacts.md#properties', 'contacts.md#the-contact-limit'],
  getContact: ['contacts.md#the-contact-record', 'contacts.md#a-contact-in-a-path'],
  updateContact: ['contacts.md#who-has-said-no', 'contacts.md#who-refuses-to-be-measured'],
  deleteContact: ['contacts.md#erasing-a-person'],
  listContactSegments: ['contacts.md#segments-and-topics-of-a-contact'],
  addContactToSegment: ['contacts.md#segments-and-topics-of-a-contact'],
  removeContactFromSegment: ['contacts.md#segments-and-topics-of-a-contact'],
  listContactTopics: ['contacts.md#segments-and-topics-of-a-contact'],
  updateContactTopics: ['contacts.md#segments-and-topics-of-a-contact'],
  createAudienceContact: ['contacts.md#audiences-and-segments-in-a-path', 'contacts.md#post-contacts'],
  listAudienceContacts: ['contacts.md#audiences-and-segments-in-a-path', 'contacts.md#get-contacts'],
  getAudienceContact: ['contacts.md#audiences-and-segments-in-a-path', 'contacts.md#a-contact-in-a-path'],
  updateAudienceContact: ['contacts.md#audiences-and-segments-in-a-path', 'contacts.md#patch-contactsid'],
  deleteAudienceContact: ['contacts.md#audiences-and-segments-in-a-path', 'contacts.md#delete-contactsid'],
  listSegmentContacts: [
    'contacts.md#audiences-and-segments-in-a-path',
    'segments.md#contacts-of-a-dynamic-segment',
  ],
  getPerson: ['people.md#the-record-of-a-person'],
  addSuppressions: ['suppressions.md#batches'],
  removeSuppressions: ['suppressions.md#batches'],
  listAudiences: ['audiences.md#the-audience-record'],
  getAudience: ['audiences.md#the-audience-record', 'audiences.md#a-segments-id-in-the-path'],
  listContactProperties: ['contact-properties.md#the-contact-property-record'],
  getContactProperty: ['contact-properties.md#the-contact-property-record'],
  listSegments: ['segments.md#the-segment-record', 'segments.md#counts'],
  getSegment: ['segments.md#the-segment-record', 'segments.md#counts'],
  createSegment: ['segments.md#filters'],
  listTopics: ['topics.md#the-topic-record'],
  getTopic: ['topics.md#the-topic-record'],
  getUnsubscribePage: ['unsubscribes.md#the-settings-of-the-pages'],
  updateUnsubscribePage: ['unsubscribes.md#the-settings-of-the-pages'],
};

const EVENTS: Sections = {
  createEvent: ['events.md#definitions'],
  listEvents: ['events.md#definitions'],
  getEvent: ['events.md#definitions'],
  updateEvent: ['events.md#definitions'],
  deleteEvent: ['events.md#definitions'],
  sendEvent: ['events.md#what-an-event-starts'],
  listReceivedEvents: ['events.md#what-came-for-an-account'],
  getReceivedEvent: ['events.md#what-came-for-an-account'],
  listContactEvents: ['events.md#what-came-for-a-contact'],
};

const TEMPLATES: Sections = {
  createTemplate: ['templates.md#the-template-record', 'templates.md#the-language', 'templates.md#faults'],
  listTemplates: ['templates.md#the-template-record'],
  getTemplate: ['templates.md#the-template-record'],
  updateTemplate: ['templates.md#draft-and-published-version', 'templates.md#faults', 'templates.md#polls'],
  deleteTemplate: ['templates.md#draft-and-published-version'],
  publishTemplate: ['templates.md#draft-and-published-version', 'templates.md#inline-css'],
  duplicateTemplate: ['templates.md#draft-and-published-version'],
  revertTemplate: ['templates.md#draft-and-published-version'],
  listTemplateVersions: ['templates.md#draft-and-published-version'],
  getTemplateVersion: ['templates.md#draft-and-published-version'],
  previewTemplate: ['templates.md#preview'],
  previewUnsavedTemplate: ['templates.md#preview'],
  checkTemplate: ['campaign-check.md#checking-before-sending'],
  testTemplate: ['templates.md#tests'],
  generateTemplate: ['ai.md#suggestions-of-a-language-model'],
  rewriteTemplate: ['ai.md#suggestions-of-a-language-model'],
  suggestCampaignSubjects: ['ai.md#suggestions-of-a-language-model'],
  suggestBroadcastSubjects: ['ai.md#suggestions-of-a-language-model'],
  suggestSegment: ['ai.md#suggestions-of-a-language-model'],
  listPolls: ['polls.md#the-poll-record'],
  getPoll: ['polls.md#the-poll-record'],
  listPollVotes: ['polls.md#votes'],
};

const CAMPAIGNS: Sections = {
  createCampaign: ['campaigns.md#the-campaign-record', 'campaigns.md#links', 'campaigns.md#polls'],
  listCampaigns: ['campaigns.md#the-campaign-record'],
  getCampaign: ['campaigns.md#the-campaign-record'],
  updateCampaign: ['campaigns.md#changes'],
  deleteCampaign: ['campaigns.md#changes', 'campaigns.md#what-campaigns-use'],
  sendCampaign: ['campaigns.md#states', 'campaign-sending.md#pace', 'campaign-sending.md#time-zones'],
  cancelCampaign: ['campaigns.md#states'],
  pauseCampaign: ['campaigns.md#states'],
  resumeCampaign: ['campaigns.md#states'],
  chooseCampaignWinner: ['campaigns.md#tests-of-variants'],
  duplicateCampaign: ['campaigns.md#follow-ups'],
  previewCampaign: ['campaigns.md#preview'],
  testCampaign: ['campaigns.md#tests'],
  checkCampaign: ['campaign-check.md#checking-before-sending'],
  getCampaignAudience: ['campaigns.md#audience'],
  getCampaignStats: ['campaigns.md#stats'],
  listCampaignRecipients: ['campaigns.md#recipients'],
  listCampaignEngagement: ['campaigns.md#recipients'],
  listCampaignClickedLinks: ['campaigns.md#clicked-links'],
};

/** The same operations below the paths of Resend. */
const BROADCASTS: Sections = Object.fromEntries(
  Object.entries(CAMPAIGNS).map(([id, sections]) => [id.replace('Campaign', 'Broadcast'), sections]),
);

const AUTOMATIONS: Sections = {
  listAutomations: ['automations.md#the-automation-record'],
  getAutomation: ['automations.md#the-automation-record'],
  createAutomation: ['automation-steps.md#steps-of-automations'],
  deleteAutomation: ['automations.md#stop-copy-delete'],
  duplicateAutomation: ['automations.md#stop-copy-delete'],
  stopAutomation: ['automations.md#stop-copy-delete'],
  addAutomationStep: ['automations.md#single-steps', 'automation-steps.md#single-steps-of-a-graph'],
  updateAutomationStep: ['automations.md#single-steps', 'automation-steps.md#single-steps-of-a-graph'],
  deleteAutomationStep: ['automations.md#single-steps', 'automation-steps.md#single-steps-of-a-graph'],
  listAutomationBatches: ['automation-batches.md#the-batch-record'],
  getAutomationBatch: ['automation-batches.md#the-batch-record'],
  simulateAutomation: ['automation-simulations.md#simulations-of-automations'],
  getAutomationStats: ['automation-stats.md#the-funnel-of-an-automation'],
};

const WEBHOOKS: Sections = {
  createWebhook: ['webhooks.md#endpoint-urls', 'webhooks.md#event-names'],
  getWebhook: ['webhooks.md#health'],
  updateWebhook: ['webhooks.md#endpoint-urls', 'webhooks.md#event-names'],
  rotateWebhook: ['webhooks.md#the-secret'],
  rotateWebhookSigningSecret: ['webhooks.md#the-secret'],
  testWebhook: ['webhooks.md#tests'],
  getWebhookReplay: ['webhooks.md#how-far-a-replay-has-come'],
};

const ACCOUNT_AND_PEOPLE: Sections = {
  getAccount: ['account.md#the-account-record'],
  updateAccount: ['account.md#the-account-record', 'account.md#who-may-change-the-account'],
  deleteAccount: ['account.md#deleting-an-account'],
  keepAccount: ['account.md#deleting-an-account'],
  requestProductionAccess: ['account.md#production-access'],
  listConfirmedAddresses: ['account.md#confirmed-addresses'],
  confirmAddress: ['account.md#confirmed-addresses'],
  createApiKey: ['api-keys.md#permissions', 'api-keys.md#restricted-keys'],
  listOauthGrants: ['api-keys.md#oauth-grants'],
  login: ['auth.md#attempts'],
  acceptInvitation: ['invitations.md#accepting-an-invitation'],
  getSession: ['auth.md#the-session-record'],
  endSession: ['auth.md#get-and-delete-authsessions'],
  changePassword: ['passwords.md#a-good-password'],
  resetPassword: ['passwords.md#a-good-password'],
  answerTotpChallenge: ['second-factors.md#codes'],
  enableTotp: ['second-factors.md#codes'],
  listInvitations: ['invitations.md#the-invitation-record'],
  createInvitation: ['invitations.md#two-links'],
  resendInvitation: ['invitations.md#resending-and-withdrawing'],
  deleteInvitation: ['invitations.md#resending-and-withdrawing'],
  listMembers: ['members.md#the-member-record'],
  updateMember: ['members.md#roles'],
  deleteMember: ['members.md#roles'],
  getUsage: ['usage.md#usage'],
  exchangeMcpMessage: ['mcp.md#tools-for-models-mcp'],
};

/** Operation id → sections. */
export const RULES_OF_OPERATIONS: Sections = {
  ...SENDING,
  ...RECEIVING,
  ...DOMAINS,
  ...CONTACTS,
  ...EVENTS,
  ...TEMPLATES,
  ...CAMPAIGNS,
  ...BROADCASTS,
  ...AUTOMATIONS,
  ...WEBHOOKS,
  ...ACCOUNT_AND_PEOPLE,
};
