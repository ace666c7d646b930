// Limits of the API: sizes, counts and times that validation enforces.

/** Items per page when `limit` is absent (docs/reference/pagination.md). */
export const PAGE_LIMIT_DEFAULT = 20;
/** Largest `limit` of a page. */
export const PAGE_LIMIT_MAX = 100;
/** Largest JSON body of the send endpoints (docs/reference/requests.md#bodies). */
export const SEND_BODY_MAX_BYTES = 100 * 1024 * 1024;
/** Largest JSON body of every other endpoint. */
export const BODY_MAX_BYTES = 1024 * 1024;
/** Largest body of an operation that needs no credentials. */
export const OPEN_BODY_MAX_BYTES = 16 * 1024;
/** Deepest nesting of a JSON body. */
export const JSON_DEPTH_MAX = 100;
/** Most values in a JSON body, names of fields not counted: 100 MB of `[],` would become a gigabyte of objects. */
export const JSON_VALUES_MAX = 1_000_000;
/** Faults that a refusal names (docs/reference/errors.md#faults). */
export const FAULTS_MAX = 20;
/** Addresses in each of `to`, `cc`, `bcc` and `reply_to` (docs/reference/emails.md#sender-and-recipients). */
export const ADDRESSES_MAX = 50;
/** Emails per batch (docs/reference/batches.md). */
export const BATCH_MAX_EMAILS = 100;
/** Entries per batch of suppressions (docs/reference/suppressions.md). */
export const SUPPRESSIONS_BATCH_MAX = 1_000;
/** The most domains of an account, and the most that are not verified (docs/reference/domains.md). */
export const DOMAINS_MAX = 10_000;
export const UNVERIFIED_DOMAINS_MAX = 100;
/**
 * Characters of a domain name. The names of its DNS records are longer, and a name has up to 253 (RFC 1035 §2.3.4).
 */
export const DOMAIN_NAME_MAX_LENGTH = 230;
/** Characters of the region of a domain. */
export const DOMAIN_REGION_MAX_LENGTH = 50;
/** Characters of the name of an audience or a segment (docs/reference/audiences.md, docs/reference/segments.md). */
export const LIST_NAME_MAX_LENGTH = 200;
/** Segments of an account (docs/reference/segments.md). */
export const SEGMENTS_MAX = 500;
/** A filter of a segment: its rules, and its levels; each `and`, `or` and `not` is a level, and so is a rule. */
export const FILTER_RULES_MAX = 50;
export const FILTER_DEPTH_MAX = 5;
/** Rules of a filter together with those of the segments that it uses, and how many segments deep these may be. */
export const EXPANDED_RULES_MAX = 1_000;
export const SEGMENT_NESTING_MAX = 10;
/** Characters of a text that is the value of a rule. */
export const RULE_TEXT_MAX_LENGTH = 2_000;
/** Topics of an account, and characters of their name and description (docs/reference/topics.md). */
export const TOPICS_MAX = 100;
export const TOPIC_NAME_MAX_LENGTH = 50;
export const TOPIC_DESCRIPTION_MAX_LENGTH = 200;
/** Contact properties of an account (docs/reference/contact-properties.md). */
export const CONTACT_PROPERTIES_MAX = 200;
/** Characters of a text that is the value of a contact property. */
export const PROPERTY_TEXT_MAX_LENGTH = 2_000;
/** Characters of a subject: the line limit of RFC 5322 §2.1.1. */
export const SUBJECT_MAX_LENGTH = 998;
/** Bytes of `html` and `text` together, in UTF-8 as the client sent them (docs/reference/emails.md#content). */
export const CONTENT_MAX_BYTES = 10 * 1024 * 1024;
/** Characters of the text that mailboxes show after the subject: about 150 of them. */
export const PREVIEW_TEXT_MAX_LENGTH = 2_000;
/** Custom headers per email (docs/reference/emails.md#headers-and-tags). */
export const HEADERS_MAX = 50;
/**
 * Names and values of all custom headers together, in bytes of UTF-8; many servers reject a header of more than 100 KB.
 */
export const HEADERS_MAX_BYTES = 64 * 1024;
/** How far in the future an email may be scheduled (docs/reference/scheduled-emails.md). */
export const SCHEDULE_MAX_DAYS = 30;
/** Tags per email, and characters of a tag's name or value (docs/reference/emails.md#headers-and-tags). */
export const TAGS_MAX = 75;
export const TAG_MAX_LENGTH = 256;
/** Attachments per email (docs/reference/attachments.md). */
export const ATTACHMENTS_MAX = 100;
/** Decoded bytes of one attachment, and of all attachments of an email together. */
export const ATTACHMENT_MAX_BYTES = 25 * 1024 * 1024;
export const ATTACHMENTS_MAX_BYTES = 40 * 1024 * 1024;
/** Characters of a filename: the limit of common file systems. */
export const FILENAME_MAX_LENGTH = 255;
/** Characters of a `content_id`: the limit of Resend's API. */
export const CONTENT_ID_MAX_LENGTH = 128;
/** How long a download link of an attachment is valid (docs/reference/attachments.md#download-links). */
export const DOWNLOAD_LINK_SECONDS = 3_600;
/** Contacts per batch, and the largest body of one (docs/reference/contacts.md#post-contactsbatch). */
export const CONTACT_BATCH_MAX = 1_000;
export const CONTACT_BATCH_BODY_MAX_BYTES = 20 * 1024 * 1024;
/** Largest file of an import, and largest JSON body with its text (docs/reference/contact-imports.md). */
export const IMPORT_FILE_MAX_BYTES = 200 * 1024 * 1024;
export const IMPORT_CSV_BODY_MAX_BYTES = 20 * 1024 * 1024;
/** Columns of a file, characters of one of its rows, and rows that may be refused. */
export const IMPORT_COLUMNS_MAX = 1_000;
export const IMPORT_ROW_MAX_LENGTH = 4_000_000;
export const IMPORT_FAILURES_MAX = 1_000_000;
/** Bytes of a file in which its first row must be found. */
export const IMPORT_BLANK_BYTES_MAX = 100 * 1024 * 1024;
/** Imports of an account that have not ended. */
export const IMPORTS_UNFINISHED_MAX = 20;
/** Characters of an idempotency key. */
export const IDEMPOTENCY_KEY_MAX_LENGTH = 255;
/** How long an idempotency key gives the same answer. */
export const IDEMPOTENCY_KEY_DAYS = 1;
/** How long an import and its failures are stored after its end. */
export const IMPORT_RETENTION_DAYS = 30;
/** Characters of a first or last name. */
export const CONTACT_NAME_MAX_LENGTH = 255;
/** Templates of an account, versions kept of each, and variables of each (docs/reference/templates.md). */
export const TEMPLATES_MAX = 1_000;
export const TEMPLATE_VERSIONS_MAX = 100;
export const TEMPLATE_VARIABLES_MAX = 50;
/** Characters of a template's name, of its alias, and of the key of a variable. */
export const TEMPLATE_NAME_MAX_LENGTH = 200;
export const TEMPLATE_ALIAS_MAX_LENGTH = 100;
export const TEMPLATE_KEY_MAX_LENGTH = 50;
/** Recipients of a test of a template. */
export const TEMPLATE_TEST_MAX = 5;
/** Characters of the texts of the unsubscribe pages (docs/reference/unsubscribes.md#the-settings-of-the-pages). */
export const PAGE_TITLE_MAX_LENGTH = 100;
/** `description` and `confirmation`. */
export const PAGE_TEXT_MAX_LENGTH = 1_000;
export const LOGO_URL_MAX_LENGTH = 2_000;
export const SENDER_NAME_MAX_LENGTH = 100;
export const POSTAL_ADDRESS_MAX_LENGTH = 500;
/** The most campaigns of an account, and the most that have not ended (docs/reference/campaigns.md). */
export const CAMPAIGNS_MAX = 10_000;
export const CAMPAIGNS_UNFINISHED_MAX = 50;
/** Variants of the test of a campaign, and the characters of the key of one. */
export const CAMPAIGN_VARIANTS_MIN = 2;
export const CAMPAIGN_VARIANTS_MAX = 5;
export const VARIANT_KEY_MAX_LENGTH = 50;
/** How long a test waits for what people do, after the last mail of its group was tried. */
export const TEST_WAIT_MIN_MINUTES = 15;
export const TEST_WAIT_MAX_DAYS = 30;
/** Recipients of a test of a campaign. */
export const CAMPAIGN_TEST_MAX = 5;
/** Mails an hour: more than any server sends. */
export const RATE_PER_HOUR_MAX = 1_000_000_000;
/** Different links of a campaign that are counted unchanged; as many more are counted without query and fragment. */
export const CAMPAIGN_LINKS_MAX = 1_000;
/** Characters of a parameter of links. */
export const UTM_MAX_LENGTH = 200;
/** Definitions of events of an account, and their fields (docs/reference/events.md). */
export const EVENTS_MAX = 1_000;
export const EVENT_FIELDS_MAX = 100;
/** Characters of the name of an event, and of a field of its schema. */
export const EVENT_NAME_MAX_LENGTH = 200;
export const EVENT_FIELD_MAX_LENGTH = 100;
/** Bytes of the payload of an event, as JSON in UTF-8. */
export const EVENT_PAYLOAD_MAX_BYTES = 64 * 1024;
/** Automations of an account (docs/reference/automations.md). */
export const AUTOMATIONS_MAX = 1_000;
/** Steps of an automation, the trigger among them. */
export const STEPS_MAX = 150;
/** Steps and connections of an automation together, in bytes of JSON in UTF-8. */
export const GRAPH_MAX_BYTES = 256 * 1024;
/** Characters of the key of a step. */
export const STEP_KEY_MAX_LENGTH = 64;
/** Longest delay, and longest wait for an event; the default of a wait. */
export const DURATION_MAX_DAYS = 30;
/** A rule of a condition or a filter of a wait: its rules and its levels. */
export const AUTOMATION_RULES_MAX = 100;
export const AUTOMATION_RULES_DEPTH_MAX = 10;
/** Events of a simulation of an automation (docs/reference/automation-simulations.md). */
export const SIMULATED_EVENTS_MAX = 100;
/** How long after the start of a simulated run an event may arrive. */
export const SIMULATED_EVENT_MAX_DAYS = 366;
/** Characters of the contents of the mails that a simulation shows, together. */
export const SIMULATED_MAILS_MAX_LENGTH = 10 * 1024 * 1024;
/** How far ahead the scheduled trigger may be. */
export const TRIGGER_MAX_DAYS = 366;
/** Active runs of a contact in an automation, and in all together. */
export const ACTIVE_RUNS_MAX = 100;
export const ACTIVE_RUNS_OF_CONTACT_MAX = 1_000;
/** Runs that `health` of an automation counts of each kind (docs/reference/automations.md#health). */
export const HEALTH_RUNS_MAX = 100;
/** Enabled automations of a domain that have the same trigger. */
export const AUTOMATIONS_OF_TRIGGER_MAX = 100;
/** Automations that may cause each other one after the other. */
export const CHAIN_MAX = 5;
/** An automation that sends mail is started for a contact once in this time by received emails, unless it answers each. */
export const ANSWER_INTERVAL_MS = 60 * 60 * 1000;
/** Runs that one cause may start: an event, or a write of a contact. */
export const RUNS_OF_CAUSE_MAX = 1_000;
/** How long ended runs are stored. */
export const RUN_RETENTION_DAYS = 30;
/** Enrolments and retries of many of an account that have not ended (docs/reference/automation-batches.md). */
export const AUTOMATION_BATCHES_UNFINISHED_MAX = 100;
/** Characters of a password (docs/reference/passwords.md). */
export const PASSWORD_MIN_LENGTH = 10;
export const PASSWORD_MAX_LENGTH = 256;
/** Failed sign-ins of an address or of a client network in this time (docs/reference/auth.md#attempts). */
export const SIGN_IN_FAILURES_MAX = 10;
export const SIGN_IN_WINDOW_MINUTES = 15;
/** Sessions of a person (docs/reference/auth.md#sessions). */
export const SESSIONS_MAX = 50;
/** Characters of the name of a person. */
export const PERSON_NAME_MAX_LENGTH = 200;
/** API keys of an account that are not revoked, and characters of the name of one (docs/reference/api-keys.md). */
export const API_KEYS_MAX = 500;
export const API_KEY_NAME_MAX_LENGTH = 200;
/** Addresses and ranges from which an API key may be used. */
export const API_KEY_ADDRESSES_MAX = 100;
/** How long an invitation is stored after it has expired. */
export const INVITATION_RETENTION_DAYS = 30;
/** How long records of writes and refusals are stored for timelines (docs/reference/people.md). */
export const TIMELINE_RETENTION_DAYS = 90;
/** How long audit events are stored (docs/reference/audit-events.md). */
export const AUDIT_RETENTION_DAYS = 365;
/** Mails with a link of one kind: a reset of a password, an invitation, a confirmation of an address. */
export const LINK_MAILS_PER_ADDRESS_AND_HOUR = 3;
export const LINK_MAILS_PER_ACCOUNT_AND_DAY = 100;
/** Requests for a link to reset a password from a client network in the same time as failed sign-ins. */
export const RESET_REQUESTS_MAX = 10;
/** Pending invitations of an account (docs/reference/invitations.md). */
export const INVITATIONS_MAX = 100;
/** Characters of a code of an authenticator app or of a recovery code, with spaces and hyphens. */
export const SECOND_FACTOR_CODE_MAX_LENGTH = 64;
/** Characters of the name of an account (docs/reference/account.md). */
export const ACCOUNT_NAME_MAX_LENGTH = 200;
/** Days from the request to delete an account to its deletion, in which it can be taken back (docs/reference/account.md). */
export const DELETION_GRACE_DAYS = 7;
/** The statements of an account that asks for production access: characters, and emails per month. */
export const ACCESS_WEBSITE_MAX_LENGTH = 2_000;
export const ACCESS_USE_CASE_MIN_LENGTH = 20;
export const ACCESS_USE_CASE_MAX_LENGTH = 2_000;
export const ACCESS_MONTHLY_VOLUME_MAX = 1_000_000_000;
/** Addresses of an account that are confirmed or wait for it (docs/reference/account.md). */
export const CONFIRMED_ADDRESSES_MAX = 100;
/** The number at which counting the contacts of an account without a contact limit stops (docs/reference/usage.md). */
export const COUNTED_CONTACTS_MAX = 100_000;
/** Characters of the filter `operation` of the audit log. */
export const AUDIT_OPERATION_MAX_LENGTH = 100;
/** The characters of a request to a language model, and the subjects of one answer (docs/reference/ai.md). */
export const AI_WISH_MAX_LENGTH = 8_000;
export const AI_SUBJECTS_MAX = 10;
/** How often in 24 hours an address may change its vote in a poll, and take back what it has decided about its mail. */
export const LINK_CHANGES_PER_DAY = 50;
/** Options of a poll, and characters of its question and of each option (docs/reference/polls.md). */
export const POLL_OPTIONS_MIN = 2;
export const POLL_OPTIONS_MAX = 10;
export const POLL_TEXT_MAX_LENGTH = 200;
