// Written by `npm run openapi`. Do not edit.

export type SendBatchBody = {
  /**
   * A published template: `{id}` or `{alias}`, and its `variables`
   */
  template?: {
    /**
     * Id or alias of the template
     */
    id?: string | null;
    /**
     * Alias or id of the template
     */
    alias?: string | null;
    /**
     * Values for the variables of the template
     */
    variables?: {} | null;
  } | null;
  /**
   * Id of the template
   */
  template_id?: string | null;
  /**
   * Alias of the template
   */
  template_alias?: string | null;
  /**
   * Values for the variables of the template
   */
  variables?: {} | null;
  /**
   * Topic of the email; recipients may opt out of a topic
   */
  topic_id?: string | null;
  /**
   * Sender: `email@domain` or `Name <email@domain>`, from a domain of the account that may send
   */
  from?: string | ('' | null);
  /**
   * Recipients: an address or a list of 1 to 50
   */
  to: string | string[];
  /**
   * Recipients of a copy: an address or a list of up to 50
   */
  cc?: string | string[] | ('' | null) | unknown[];
  /**
   * Recipients of a blind copy: an address or a list of up to 50
   */
  bcc?: string | string[] | ('' | null) | unknown[];
  /**
   * Addresses for replies: an address or a list of up to 50
   */
  reply_to?: string | string[] | ('' | null) | unknown[];
  /**
   * Subject line
   */
  subject?: string | ('' | null);
  /**
   * HTML body. The email needs `html` or `text`
   */
  html?: string | null;
  /**
   * Plain-text body. When absent, it is generated from `html`; an empty string sends no text part
   */
  text?: string | null;
  /**
   * Custom headers: name and value
   */
  headers?: {
    [k: string]: string;
  } | null;
  /**
   * Name and value pairs, for filtering the list of emails
   */
  tags?:
    | {
        /**
         * Name of the tag: ASCII letters, digits, `_` and `-`
         */
        name: string;
        /**
         * Value of the tag: ASCII letters, digits, `_` and `-`
         */
        value: string;
      }[]
    | null;
  /**
   * Preview that mailboxes show next to the subject
   */
  preview_text?: string | null;
}[];
export type BatchContactsBody =
  | {
      /**
       * Up to 1,000 contacts
       *
       * @minItems 1
       * @maxItems 1000
       */
      contacts: {
        /**
         * The address: `email@domain`, without a name
         */
        email: string;
        /**
         * First name
         */
        first_name?: string | ('' | null);
        /**
         * Last name
         */
        last_name?: string | ('' | null);
        /**
         * True unsubscribes the address from everything; false changes nothing here
         */
        unsubscribed?: boolean | null;
        /**
         * Values of contact properties by their keys; the properties must exist
         */
        properties?: {} | null;
        /**
         * Segments to add the contact to: ids, or objects with an id
         */
        segments?:
          | (
              | string
              | {
                  /**
                   * Id of the segment
                   */
                  id: string;
                }
            )[]
          | null;
        /**
         * Subscriptions to topics; `opt_in` has an effect only where the address has not chosen, `opt_out` always
         */
        topics?:
          | {
              /**
               * Id of the topic
               */
              id: string;
              /**
               * `opt_in`: it receives the mail of the topic; `opt_out`: it does not
               */
              subscription: 'opt_in' | 'opt_out';
            }[]
          | null;
      }[];
      /**
       * Id of the audience; absent: the default audience
       */
      audience_id?: string | null;
      /**
       * What happens to an address that is a contact already: `update` (or `upsert`) changes the contact, `skip` leaves it as it is
       */
      on_conflict?: ('update' | 'upsert' | 'skip') | null;
    }
  | {
      /**
       * The address: `email@domain`, without a name
       */
      email: string;
      /**
       * First name
       */
      first_name?: string | ('' | null);
      /**
       * Last name
       */
      last_name?: string | ('' | null);
      /**
       * True unsubscribes the address from everything; false changes nothing here
       */
      unsubscribed?: boolean | null;
      /**
       * Values of contact properties by their keys; the properties must exist
       */
      properties?: {} | null;
      /**
       * Segments to add the contact to: ids, or objects with an id
       */
      segments?:
        | (
            | string
            | {
                /**
                 * Id of the segment
                 */
                id: string;
              }
          )[]
        | null;
      /**
       * Subscriptions to topics; `opt_in` has an effect only where the address has not chosen, `opt_out` always
       */
      topics?:
        | {
            /**
             * Id of the topic
             */
            id: string;
            /**
             * `opt_in`: it receives the mail of the topic; `opt_out`: it does not
             */
            subscription: 'opt_in' | 'opt_out';
          }[]
        | null;
    }[];
export type UpdateContactTopicsBody =
  | {
      /**
       * The subscriptions to change
       *
       * @maxItems 100
       */
      topics: {
        /**
         * Id of the topic
         */
        id: string;
        /**
         * `opt_in`: it receives the mail of the topic; `opt_out`: it does not
         */
        subscription: 'opt_in' | 'opt_out';
      }[];
    }
  | {
      /**
       * Id of the topic
       */
      id: string;
      /**
       * `opt_in`: it receives the mail of the topic; `opt_out`: it does not
       */
      subscription: 'opt_in' | 'opt_out';
    }[];

export interface Error {
  /**
   * The HTTP status
   */
  statusCode: number;
  /**
   * Name of the error; branch on this field
   */
  name:
    | 'invalid_idempotency_key'
    | 'missing_api_key'
    | 'restricted_api_key'
    | 'plan_limit_reached'
    | 'invalid_api_key'
    | 'dashboard_only'
    | 'view_only_member'
    | 'reputation_paused'
    | 'not_found'
    | 'invalid_idempotent_request'
    | 'concurrent_idempotent_requests'
    | 'domain_conflict'
    | 'invalid_attachment'
    | 'validation_error'
    | 'invalid_from_address'
    | 'invalid_to_address'
    | 'missing_required_field'
    | 'reserved_recipient'
    | 'daily_quota_exceeded'
    | 'monthly_quota_exceeded'
    | 'contact_limit_reached'
    | 'ai_credits_exceeded'
    | 'automation_quota_exceeded'
    | 'rate_limit_exceeded'
    | 'reputation_limit_exceeded'
    | 'contacts_busy'
    | 'contacts_timeout'
    | 'batch_incomplete'
    | 'sending_service_unavailable'
    | 'sending_configuration_unavailable'
    | 'application_error'
    | 'internal_server_error';
  /**
   * Explanation of the error, for people
   */
  message: string;
  /**
   * Path of the first field at fault, such as `steps.0.key`; never in an answer to an API key
   */
  field?: string;
}
export interface AcceptedEmail {
  /**
   * Id of the email
   */
  id: string;
}
export interface AcceptedBatch {
  /**
   * One entry per email, in the order of the request
   */
  data: {
    /**
     * Id of the email
     */
    id: string;
  }[];
}
export interface EmailItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Status
   */
  status:
    | 'pending'
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'delivery_delayed'
    | 'bounced'
    | 'complained'
    | 'suppressed'
    | 'failed'
    | 'canceled';
  /**
   * Type of the latest event; while there is no event, the status
   */
  last_event:
    | 'pending'
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'delivery_delayed'
    | 'bounced'
    | 'complained'
    | 'suppressed'
    | 'failed'
    | 'canceled'
    | 'scheduled'
    | 'opened'
    | 'clicked';
  /**
   * The Message-ID header
   */
  message_id: string;
  /**
   * Sender: `email@domain` or `Name <email@domain>`, from a domain of the account that may send
   */
  from: string;
  /**
   * Recipients: an address or a list of 1 to 50
   */
  to: string[];
  /**
   * Recipients of a copy: an address or a list of up to 50
   */
  cc: string[] | null;
  /**
   * Recipients of a blind copy: an address or a list of up to 50
   */
  bcc: string[] | null;
  /**
   * Addresses for replies: an address or a list of up to 50
   */
  reply_to: string[] | null;
  /**
   * Subject line
   */
  subject: string;
  /**
   * Preview that mailboxes show next to the subject
   */
  preview_text: string | null;
  /**
   * Name and value pairs, for filtering the list of emails
   */
  tags: {
    /**
     * Name of the tag: ASCII letters, digits, `_` and `-`
     */
    name: string;
    /**
     * Value of the tag: ASCII letters, digits, `_` and `-`
     */
    value: string;
  }[];
  /**
   * Topic of the email; recipients may opt out of a topic
   */
  topic_id: string | null;
  /**
   * Id of the template
   */
  template_id: string | null;
  /**
   * Campaign that the email belongs to
   */
  campaign_id: string | null;
  /**
   * Automation that sent the email
   */
  automation_id: string | null;
  /**
   * How the email was submitted
   */
  source: 'api' | 'batch' | 'campaign' | 'automation' | 'reply' | 'forward' | 'smtp' | 'notice';
  /**
   * When the email is sent; null: immediately
   */
  scheduled_at: string | null;
  /**
   * When the email was first sent to one of its recipients
   */
  sent_at: string | null;
  /**
   * When the object was created
   */
  created_at: string;
}
export interface EmailSource {
  /**
   * How the email was submitted
   */
  source: 'api' | 'batch' | 'campaign' | 'automation' | 'reply' | 'forward' | 'smtp' | 'notice';
  /**
   * Number of emails
   */
  count: number;
  /**
   * When the newest sent email of this source was sent; null: none was sent yet
   */
  last_sent_at: string | null;
}
export interface EmailMetrics {
  /**
   * Type of the object
   */
  object: 'metrics';
  /**
   * Start of the time range: an ISO 8601 date or time. Without an offset it is in `timezone`; when absent, six days before `end_date`
   */
  start_date: string;
  /**
   * End of the time range. A date without a time includes that whole day; when absent, the current time
   */
  end_date: string;
  /**
   * Length of a period
   */
  granularity: 'hourly' | 'daily' | 'weekly' | 'monthly';
  /**
   * Names of the metrics. A rate is a number from 0 to 1
   */
  metrics: (
    | 'received'
    | 'sent'
    | 'delivered'
    | 'delivery_delayed'
    | 'bounced'
    | 'bounced_transient'
    | 'bounced_permanent'
    | 'bounced_undetermined'
    | 'complained'
    | 'suppressed'
    | 'failed'
    | 'opened'
    | 'unique_opened'
    | 'clicked'
    | 'unique_clicked'
    | 'unsubscribed'
    | 'delivery_rate'
    | 'bounce_rate'
    | 'complaint_rate'
    | 'open_rate'
    | 'click_rate'
    | 'unsubscribe_rate'
  )[];
  /**
   * Fields that the rows of `data` are grouped by
   */
  dimensions: ('period' | 'domain' | 'email')[];
  /**
   * Every metric over the whole time range
   */
  totals: {
    [k: string]: number;
  };
  /**
   * One row for each combination of dimension values that has counts, with every metric. Dimensions appear as `period` (its start), `domain_id` and `domain_name`, `email_id`. With `period` as the only dimension there is a row for every period
   */
  data: {}[];
}
export interface ScheduledEmail {
  /**
   * Type of the object
   */
  object: 'email';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Status
   */
  status:
    | 'pending'
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'delivery_delayed'
    | 'bounced'
    | 'complained'
    | 'suppressed'
    | 'failed'
    | 'canceled';
  /**
   * When the email is sent; null: immediately
   */
  scheduled_at: string;
}
export interface SharedEmail {
  /**
   * Type of the object
   */
  object: 'email';
  /**
   * Id of the object
   */
  id: string;
  /**
   * The link. Anyone who has it can open the email
   */
  url: string;
}
export interface Email {
  /**
   * Type of the object
   */
  object: 'email';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Status
   */
  status:
    | 'pending'
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'delivery_delayed'
    | 'bounced'
    | 'complained'
    | 'suppressed'
    | 'failed'
    | 'canceled';
  /**
   * Type of the latest event; while there is no event, the status
   */
  last_event:
    | 'pending'
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'delivery_delayed'
    | 'bounced'
    | 'complained'
    | 'suppressed'
    | 'failed'
    | 'canceled'
    | 'scheduled'
    | 'opened'
    | 'clicked';
  /**
   * The Message-ID header
   */
  message_id: string;
  /**
   * Sender: `email@domain` or `Name <email@domain>`, from a domain of the account that may send
   */
  from: string;
  /**
   * Recipients: an address or a list of 1 to 50
   */
  to: string[];
  /**
   * Recipients of a copy: an address or a list of up to 50
   */
  cc: string[] | null;
  /**
   * Recipients of a blind copy: an address or a list of up to 50
   */
  bcc: string[] | null;
  /**
   * Addresses for replies: an address or a list of up to 50
   */
  reply_to: string[] | null;
  /**
   * Subject line
   */
  subject: string;
  /**
   * Preview that mailboxes show next to the subject
   */
  preview_text: string | null;
  /**
   * Name and value pairs, for filtering the list of emails
   */
  tags: {
    /**
     * Name of the tag: ASCII letters, digits, `_` and `-`
     */
    name: string;
    /**
     * Value of the tag: ASCII letters, digits, `_` and `-`
     */
    value: string;
  }[];
  /**
   * Topic of the email; recipients may opt out of a topic
   */
  topic_id: string | null;
  /**
   * Id of the template
   */
  template_id: string | null;
  /**
   * Campaign that the email belongs to
   */
  campaign_id: string | null;
  /**
   * Automation that sent the email
   */
  automation_id: string | null;
  /**
   * How the email was submitted
   */
  source: 'api' | 'batch' | 'campaign' | 'automation' | 'reply' | 'forward' | 'smtp' | 'notice';
  /**
   * When the email is sent; null: immediately
   */
  scheduled_at: string | null;
  /**
   * When the email was first sent to one of its recipients
   */
  sent_at: string | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * HTML body. The email needs `html` or `text`
   */
  html: string | null;
  /**
   * Plain-text body. When absent, it is generated from `html`; an empty string sends no text part
   */
  text: string | null;
  /**
   * Custom headers: name and value
   */
  headers: {
    [k: string]: string;
  };
  /**
   * Recipients of the email, each with its own state and the last reply of the mail server
   */
  recipients: {
    /**
     * Address of the recipient
     */
    address: string;
    /**
     * The field that named the recipient
     */
    kind: 'to' | 'cc' | 'bcc';
    /**
     * State of the recipient
     */
    status:
      | 'pending'
      | 'queued'
      | 'sending'
      | 'sent'
      | 'delivered'
      | 'delivery_delayed'
      | 'bounced'
      | 'complained'
      | 'suppressed'
      | 'failed'
      | 'canceled';
    /**
     * Code of the last reply of the mail server; null: no server has replied to the last attempt
     */
    smtp_code: number | null;
    /**
     * Last reply of the mail server; null: no server has replied to the last attempt
     */
    smtp_reply: string | null;
    /**
     * Number of attempts to send
     */
    attempts: number;
    /**
     * When the next attempt is due; null: there is none
     */
    next_attempt_at: string | null;
  }[];
  /**
   * Events of the email, oldest first
   */
  events: (
    | {
        /**
         * Type of the event
         */
        type: 'scheduled' | 'sent' | 'delivered' | 'opened' | 'clicked' | 'complained' | 'canceled';
        /**
         * When the event happened
         */
        created_at: string;
        /**
         * Address of the recipient that the event is about
         */
        recipient: string;
      }
    | {
        /**
         * Type of the event
         */
        type: 'delivery_delayed' | 'bounced' | 'suppressed' | 'failed';
        /**
         * When the event happened
         */
        created_at: string;
        /**
         * Address of the recipient that the event is about
         */
        recipient: string;
        /**
         * Why it happened; branch on this field. null: recorded by an older version
         */
        reason:
          | 'unknown_mailbox'
          | 'unknown_domain'
          | 'invalid_address'
          | 'mailbox_moved'
          | 'domain_takes_no_mail'
          | 'mailbox_disabled'
          | 'mailbox_busy'
          | 'mailbox_full'
          | 'storage_exceeded'
          | 'message_too_large'
          | 'smtputf8_not_offered'
          | 'content_refused'
          | 'policy_refused'
          | 'sender_refused'
          | 'refused'
          | 'attempts_used_up'
          | 'attachment_unreachable'
          | 'domain_not_sendable'
          | 'recipient_not_confirmed'
          | 'workers_crashed'
          | 'temporary_failure'
          | 'service_not_available'
          | 'connection_refused'
          | 'connection_failed'
          | 'answer_lost'
          | 'login_not_available'
          | 'login_required'
          | 'unexpected_reply'
          | 'message_not_built'
          | 'suppressed_address'
          | 'reserved_domain'
          | 'simulator_scheduled'
          | 'unsubscribed'
          | 'topic_opted_out'
          | null;
        /**
         * The reason in a sentence, for people
         */
        message: string | null;
        /**
         * Code of the reply of the mail server; null: no server replied
         */
        smtp_code: number | null;
        /**
         * Reply of the mail server; null: no server replied
         */
        smtp_reply: string | null;
        /**
         * Host name of the mail server that the attempt was made with; null: there was none
         */
        server: string | null;
      }
  )[];
}
export interface EmailTrace {
  /**
   * Type of the object
   */
  object: 'email_trace';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Id of the log of the request that sent the email; null: there is none, or it was removed
   */
  log_id: string | null;
  /**
   * Events of this email at the webhooks of the account, oldest first
   */
  webhook_events: {
    /**
     * Id of the webhook
     */
    webhook_id: string;
    /**
     * Id of the event at this webhook
     */
    id: string;
    /**
     * Type of the event
     */
    type:
      | 'email.scheduled'
      | 'email.sent'
      | 'email.delivered'
      | 'email.delivery_delayed'
      | 'email.opened'
      | 'email.clicked'
      | 'email.bounced'
      | 'email.complained'
      | 'email.suppressed'
      | 'email.failed'
      | 'email.canceled'
      | 'email.received'
      | 'contact.created'
      | 'contact.updated'
      | 'contact.deleted'
      | 'contact.topics.updated'
      | 'contact.import.completed'
      | 'domain.created'
      | 'domain.updated'
      | 'domain.deleted'
      | 'suppression.added'
      | 'suppression.removed'
      | 'topic.created'
      | 'topic.updated'
      | 'topic.deleted';
    /**
     * Status of the delivery to the webhook
     */
    status: 'pending' | 'attempting' | 'success' | 'failed';
    /**
     * Address that the event is about
     */
    recipient: string;
    /**
     * When the event happened
     */
    created_at: string;
  }[];
  /**
   * Entries of the suppression list for the recipients of the email
   */
  suppressions: {
    /**
     * Id of the entry
     */
    id: string;
    /**
     * The suppressed address
     */
    email: string;
    /**
     * Why the address is suppressed
     */
    origin: 'bounce' | 'complaint' | 'manual';
    /**
     * Id of the email that caused the entry; null: it was added by hand
     */
    source_id: string | null;
    /**
     * Reply of the mail server that refused that email; null: there was none
     */
    smtp_reply: string | null;
    /**
     * When the address was added
     */
    created_at: string;
  }[];
}
export interface AttachmentItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the file
   */
  filename: string;
  /**
   * Size in bytes; null: a file with a `path` that has not been fetched yet
   */
  size: number | null;
  /**
   * Content type of the file
   */
  content_type: string;
  /**
   * `inline`: shown within the HTML body; `attachment`: offered as a file
   */
  content_disposition: 'inline' | 'attachment';
  /**
   * Id that the HTML body uses to show the file inline: `cid:…`
   */
  content_id: string | null;
  /**
   * Link that downloads the file without an API key until `expires_at`; null: not fetched yet
   */
  download_url: string | null;
  /**
   * When `download_url` expires
   */
  expires_at: string | null;
}
export interface Attachment {
  /**
   * Type of the object
   */
  object: 'attachment';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the file
   */
  filename: string;
  /**
   * Size in bytes; null: a file with a `path` that has not been fetched yet
   */
  size: number | null;
  /**
   * Content type of the file
   */
  content_type: string;
  /**
   * `inline`: shown within the HTML body; `attachment`: offered as a file
   */
  content_disposition: 'inline' | 'attachment';
  /**
   * Id that the HTML body uses to show the file inline: `cid:…`
   */
  content_id: string | null;
  /**
   * Link that downloads the file without an API key until `expires_at`; null: not fetched yet
   */
  download_url: string | null;
  /**
   * When `download_url` expires
   */
  expires_at: string | null;
}
export interface ApiKeyItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the key, for people: one line of up to 200 characters
   */
  name: string;
  /**
   * The first characters of the key
   */
  prefix: string;
  /**
   * What the key may do: everything (`full_access`), or only send (`sending_access`)
   */
  permission: 'full_access' | 'sending_access';
  /**
   * The only domain that the key may send from, with `sending_access` only; null: any domain of the account
   */
  domain_id: string | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the key was last used; null: never
   */
  last_used_at: string | null;
  /**
   * When the key expires; null: never
   */
  expires_at: string | null;
}
export interface ApiKey {
  /**
   * Type of the object
   */
  object: 'api_key';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the key, for people: one line of up to 200 characters
   */
  name: string;
  /**
   * The first characters of the key
   */
  prefix: string;
  /**
   * What the key may do: everything (`full_access`), or only send (`sending_access`)
   */
  permission: 'full_access' | 'sending_access';
  /**
   * The only domain that the key may send from, with `sending_access` only; null: any domain of the account
   */
  domain_id: string | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the key was last used; null: never
   */
  last_used_at: string | null;
  /**
   * When the key expires; null: never
   */
  expires_at: string | null;
  /**
   * IP addresses and ranges from which the key may be used, up to 100; null: from anywhere
   */
  allowed_addresses: string[] | null;
}
export interface NewApiKey {
  /**
   * Type of the object
   */
  object: 'api_key';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the key, for people: one line of up to 200 characters
   */
  name: string;
  /**
   * The first characters of the key
   */
  prefix: string;
  /**
   * What the key may do: everything (`full_access`), or only send (`sending_access`)
   */
  permission: 'full_access' | 'sending_access';
  /**
   * The only domain that the key may send from, with `sending_access` only; null: any domain of the account
   */
  domain_id: string | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the key was last used; null: never
   */
  last_used_at: string | null;
  /**
   * When the key expires; null: never
   */
  expires_at: string | null;
  /**
   * IP addresses and ranges from which the key may be used, up to 100; null: from anywhere
   */
  allowed_addresses: string[] | null;
  /**
   * The key itself, which is shown only in this answer
   */
  token: string;
}
export interface DeletedApiKey {
  /**
   * Type of the object
   */
  object: 'api_key';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the key is revoked
   */
  deleted: true;
}
export interface DomainItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * The domain name, in lower-case ASCII
   */
  name: string;
  /**
   * Progress of the verification of its DNS records
   */
  status: 'not_started' | 'pending' | 'verified' | 'partially_verified' | 'partially_failed' | 'failed';
  /**
   * Why the domain is not verified although its records are good, or why it was lost; null: no such reason
   */
  status_reason: 'domain_conflict' | 'plan_limit_reached' | 'claimed' | null;
  /**
   * Region that serves the domain; it has no effect
   */
  region: string;
  /**
   * True for the default domain of the account
   */
  default: boolean;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the settings or the status of the domain last changed
   */
  updated_at: string;
  /**
   * Id of the audience of this domain; it cannot be deleted
   */
  audience_id: string;
  /**
   * What the domain is used for
   */
  capabilities: {
    /**
     * Whether the domain sends email
     */
    sending: 'enabled' | 'disabled';
    /**
     * Whether the domain receives email
     */
    receiving: 'enabled' | 'disabled';
  };
  /**
   * Whether opens are recorded
   */
  open_tracking: boolean;
  /**
   * Whether clicks are recorded
   */
  click_tracking: boolean;
  /**
   * `enforced`: email is sent only over TLS; `opportunistic`: over TLS if the receiving server offers it
   */
  tls: 'opportunistic' | 'enforced';
  /**
   * Subdomain label of the return path, the address that receives bounces
   */
  custom_return_path: string;
  /**
   * Subdomain label of tracked links; null: there is none
   */
  tracking_subdomain: string | null;
}
export interface Domain {
  /**
   * Type of the object
   */
  object: 'domain';
  /**
   * Id of the object
   */
  id: string;
  /**
   * The domain name, in lower-case ASCII
   */
  name: string;
  /**
   * Progress of the verification of its DNS records
   */
  status: 'not_started' | 'pending' | 'verified' | 'partially_verified' | 'partially_failed' | 'failed';
  /**
   * Why the domain is not verified although its records are good, or why it was lost; null: no such reason
   */
  status_reason: 'domain_conflict' | 'plan_limit_reached' | 'claimed' | null;
  /**
   * Region that serves the domain; it has no effect
   */
  region: string;
  /**
   * True for the default domain of the account
   */
  default: boolean;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the settings or the status of the domain last changed
   */
  updated_at: string;
  /**
   * Id of the audience of this domain; it cannot be deleted
   */
  audience_id: string;
  /**
   * What the domain is used for
   */
  capabilities: {
    /**
     * Whether the domain sends email
     */
    sending: 'enabled' | 'disabled';
    /**
     * Whether the domain receives email
     */
    receiving: 'enabled' | 'disabled';
  };
  /**
   * Whether opens are recorded
   */
  open_tracking: boolean;
  /**
   * Whether clicks are recorded
   */
  click_tracking: boolean;
  /**
   * `enforced`: email is sent only over TLS; `opportunistic`: over TLS if the receiving server offers it
   */
  tls: 'opportunistic' | 'enforced';
  /**
   * Subdomain label of the return path, the address that receives bounces
   */
  custom_return_path: string;
  /**
   * Subdomain label of tracked links; null: there is none
   */
  tracking_subdomain: string | null;
  /**
   * True: an operator vouches for the domain, and no check changes its status
   */
  vouched: boolean;
  /**
   * When DNS last answered a check; null: it has not yet
   */
  checked_at: string | null;
  /**
   * The DMARC record of the domain
   */
  dmarc: {
    /**
     * Progress of the verification of its DNS records
     */
    status: 'not_started' | 'pending' | 'verified' | 'failed' | 'temporary_failure';
    /**
     * The policy that DNS has for the domain; null: it has none, or has not been asked
     */
    policy: 'none' | 'quarantine' | 'reject' | null;
  };
  /**
   * The DNS records to publish, and what DNS has of them
   */
  records: {
    /**
     * What the record is for
     */
    record: 'DKIM' | 'SPF' | 'DMARC' | 'Receiving' | 'Tracking';
    /**
     * Full name of the record, without a final dot
     */
    name: string;
    /**
     * Name of the record below the registrable domain, as most DNS providers ask for it; `@` is that domain itself
     */
    host: string;
    /**
     * Type of the record
     */
    type: 'TXT' | 'MX' | 'CNAME';
    /**
     * Time for which resolvers may keep the record; `Auto`: what the DNS provider proposes
     */
    ttl: string;
    /**
     * Progress of the verification of the record
     */
    status: 'not_started' | 'pending' | 'verified' | 'failed' | 'temporary_failure';
    /**
     * The value to publish; a TXT record is one text
     */
    value: string;
    /**
     * Priority of an MX record; null: it is none
     */
    priority: number | null;
    /**
     * False: the domain is verified without it, but large mailbox providers expect it
     */
    required: boolean;
    /**
     * The values that DNS had at the last check that was answered
     */
    found: string[];
    /**
     * What is wrong with the record; null: nothing is known to be
     */
    detail: string | null;
    /**
     * When a check last found the record to be good; null: it never did
     */
    last_seen_at: string | null;
  }[];
}
export interface DeletedDomain {
  /**
   * Type of the object
   */
  object: 'domain';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the domain was deleted
   */
  deleted: true;
}
export interface VerifiedDomain {
  /**
   * Type of the object
   */
  object: 'domain';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Progress of the verification of its DNS records
   */
  status: 'not_started' | 'pending' | 'verified' | 'partially_verified' | 'partially_failed' | 'failed';
}
export interface DomainRecordsCsv {
  /**
   * Type of the object
   */
  object: 'domain_records_csv';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name for the file
   */
  filename: string;
  /**
   * The records as CSV, with a header
   */
  csv: string;
}
export interface DomainZoneFile {
  /**
   * Type of the object
   */
  object: 'domain_zone_file';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name for the file
   */
  filename: string;
  /**
   * The records as lines of a zone file (RFC 1035 §5)
   */
  zone_file: string;
}
export interface MxCheck {
  /**
   * Type of the object
   */
  object: 'mx_check';
  /**
   * The domain name
   */
  domain: string;
  /**
   * The MX records that DNS has for the domain
   */
  records: {
    /**
     * The server that receives the mail
     */
    exchange: string;
    /**
     * Its priority; the lowest number is tried first
     */
    priority: number;
  }[];
  /**
   * True: the preferred MX record is the host of this service, so mail of the domain comes here; null: DNS did not answer
   */
  receiving_ready: boolean | null;
  /**
   * MX records that are not of this service, such as `10 aspmx.l.google.com`
   */
  conflicts: string[];
}
export interface DomainDnsProvider {
  /**
   * Type of the object
   */
  object: 'domain_dns_provider';
  /**
   * Id of the object
   */
  id: string;
  /**
   * The domain name, in lower-case ASCII
   */
  name: string;
  /**
   * The company that serves the DNS of the domain; null: it is not known
   */
  provider: string | null;
  /**
   * Page of the provider where DNS records are edited; null: it is not known
   */
  records_url: string | null;
  /**
   * The name servers of the domain; none if DNS did not answer
   */
  nameservers: string[];
}
export interface DomainCompliance {
  /**
   * Type of the object
   */
  object: 'domain_compliance';
  /**
   * Id of the object
   */
  id: string;
  /**
   * The domain name, in lower-case ASCII
   */
  name: string;
  /**
   * True if no rule is broken
   */
  met: boolean;
  /**
   * The rules for senders that can be seen from here
   */
  rules: {
    /**
     * Name of the rule
     */
    rule:
      | 'spf'
      | 'dkim'
      | 'dmarc'
      | 'alignment'
      | 'tls'
      | 'mail_hostname'
      | 'ptr'
      | 'one_click_unsubscribe'
      | 'complaint_rate';
    /**
     * The mailbox providers that have the rule
     */
    providers: ('gmail' | 'yahoo' | 'microsoft')[];
    /**
     * Whether the domain meets the rule; null: it is not known, for example because DNS did not answer
     */
    met: boolean | null;
    /**
     * What was found, and what to do
     */
    message: string;
  }[];
}
export interface DomainClaim {
  /**
   * Type of the object
   */
  object: 'domain_claim';
  /**
   * Id of the object
   */
  id: string;
  /**
   * The claimed domain name
   */
  name: string;
  /**
   * Status of the claim; `completed`, `expired`, `superseded`, `canceled` and `failed` are final
   */
  status: 'pending' | 'verified' | 'completed' | 'blocked' | 'expired' | 'superseded' | 'canceled' | 'failed';
  /**
   * Id of the account's own domain of this name; null: it was deleted
   */
  domain_id: string | null;
  /**
   * Region that serves the domain; it has no effect
   */
  region: string;
  /**
   * The TXT record that proves the claim
   */
  record: {
    /**
     * Type of the record
     */
    type: 'TXT';
    /**
     * Full name of the record, without a final dot
     */
    name: string;
    /**
     * The text to publish, in addition to other TXT records of the name
     */
    value: string;
    /**
     * Time for which resolvers may keep the record; `Auto`: what the DNS provider proposes
     */
    ttl: string;
  };
  /**
   * Why a proven claim waits. `grace_period`: the owner is given time; `operator`: only an operator can complete it; null: it does not wait
   */
  blocked_reason: 'grace_period' | 'operator' | null;
  /**
   * When the grace period ends; null: there is none
   */
  blocked_until: string | null;
  /**
   * Why the claim has failed. `record_removed`: its record was not there at the end of the grace period; `rejected`: an operator has rejected it; null: it has not failed
   */
  failure_reason: 'record_removed' | 'rejected' | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the claim expires unless it was proven before
   */
  expires_at: string;
}
export interface ContactImport {
  /**
   * Type of the object
   */
  object: 'contact_import';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Id of the audience that the contacts are imported into
   */
  audience_id: string;
  /**
   * Status of the import; `completed`, `failed` and `canceled` are final
   */
  status: 'queued' | 'in_progress' | 'completed' | 'failed' | 'canceled';
  /**
   * What happens to an address that is a contact already: `update` or `skip`
   */
  on_conflict: string;
  /**
   * Encoding of the file
   */
  encoding: string;
  /**
   * Size of the file in bytes
   */
  size: number;
  /**
   * How much of the file is done, in percent
   */
  progress: number;
  /**
   * How many rows were read so far, and what became of them
   */
  counts: {
    /**
     * Rows: those that were created, updated, skipped and failed together
     */
    total: number;
    /**
     * Rows that have created a contact
     */
    created: number;
    /**
     * Rows whose address was a contact already and was updated
     */
    updated: number;
    /**
     * Rows whose address was a contact already and was left as it is
     */
    skipped: number;
    /**
     * Rows that were refused; GET /contacts/imports/:id/failures lists them
     */
    failed: number;
  };
  /**
   * Why the import has failed; null: it has not
   */
  error: string | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the import ended; null: it has not ended yet
   */
  completed_at: string | null;
}
export interface ContactImportFailureItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Number of the row in the file; the header is row 1
   */
  row: number;
  /**
   * Why the row was refused
   */
  reason: string;
  /**
   * The cells of the row; long ones are cut
   */
  cells: string[];
}
export interface ContactItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Id of the audience that the contact is in
   */
  audience_id: string;
  /**
   * The address
   */
  email: string;
  /**
   * First name; null: none is known
   */
  first_name: string | null;
  /**
   * Last name; null: none is known
   */
  last_name: string | null;
  /**
   * True: the address has unsubscribed from everything. This is a fact about the address: it is the same for its contacts in all audiences and outlives them
   */
  unsubscribed: boolean;
  /**
   * When the contact was created
   */
  created_at: string;
  /**
   * When the contact was last changed
   */
  updated_at: string;
}
export interface Contact {
  /**
   * Type of the object
   */
  object: 'contact';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Id of the audience that the contact is in
   */
  audience_id: string;
  /**
   * The address
   */
  email: string;
  /**
   * First name; null: none is known
   */
  first_name: string | null;
  /**
   * Last name; null: none is known
   */
  last_name: string | null;
  /**
   * True: the address has unsubscribed from everything. This is a fact about the address: it is the same for its contacts in all audiences and outlives them
   */
  unsubscribed: boolean;
  /**
   * When the contact was created
   */
  created_at: string;
  /**
   * When the contact was last changed
   */
  updated_at: string;
  /**
   * The values of contact properties that the contact has, by their keys
   */
  properties: {
    [k: string]: {
      /**
       * Type of the property
       */
      type: 'string' | 'number' | 'boolean' | 'date';
      /**
       * The value; a date is its text
       */
      value: string | number | boolean;
    };
  };
  /**
   * The segments that the contact is in, newest first
   */
  segments: {
    /**
     * Id of the segment
     */
    id: string;
    /**
     * Name of the segment
     */
    name: string;
  }[];
}
export interface DeletedContact {
  /**
   * Type of the object
   */
  object: 'contact';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Id of the contact, as Resend’s SDK reads it
   */
  contact: string;
  /**
   * True: the contact was deleted
   */
  deleted: true;
}
export interface ContactBatch {
  /**
   * The contact of each address, in the order of the request
   */
  data: {
    /**
     * Type of the object
     */
    object: 'contact';
    /**
     * Id of the contact
     */
    id: string;
  }[];
}
export interface ContactSegmentItem {
  /**
   * Id of the segment
   */
  id: string;
  /**
   * Name of the segment
   */
  name: string;
  /**
   * When the segment was created
   */
  created_at: string;
}
export interface ContactSegment {
  /**
   * Type of the object
   */
  object: 'contact_segment';
  /**
   * Id of the segment
   */
  id: string;
  /**
   * Id of the contact
   */
  contact_id: string;
  /**
   * Id of the segment
   */
  segment_id: string;
  /**
   * Id of the audience that the contact is in
   */
  audience_id: string;
}
export interface DeletedContactSegment {
  /**
   * Type of the object
   */
  object: 'contact_segment';
  /**
   * Id of the segment
   */
  id: string;
  /**
   * Id of the contact
   */
  contact_id: string;
  /**
   * Id of the segment
   */
  segment_id: string;
  /**
   * Id of the audience that the contact is in
   */
  audience_id: string;
  /**
   * True: the contact is not in the segment any more
   */
  deleted: true;
}
export interface ContactTopicItem {
  /**
   * Id of the topic
   */
  id: string;
  /**
   * Name of the topic
   */
  name: string;
  /**
   * Description of the topic; null: none
   */
  description: string | null;
  /**
   * `opt_in`: the address receives the mail of the topic, by its choice or by default; `opt_out`: it does not
   */
  subscription: 'opt_in' | 'opt_out';
}
export interface ContactTopics {
  /**
   * Type of the object
   */
  object: 'contact_topics';
  /**
   * Id of the contact
   */
  id: string;
  /**
   * Id of the contact
   */
  contact_id: string;
  /**
   * The given subscriptions
   */
  topics: {
    /**
     * Id of the topic
     */
    id: string;
    /**
     * The subscription
     */
    subscription: 'opt_in' | 'opt_out';
  }[];
}
export interface SuppressionItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * The address, in lower case
   */
  email: string;
  /**
   * `bounce`: an email to the address bounced; `complaint`: an email was reported as spam; `manual`: the address was added by hand
   */
  origin: 'bounce' | 'complaint' | 'manual';
  /**
   * Id of the email that caused the entry; null: it was added by hand
   */
  source_id: string | null;
  /**
   * Reply of the server that refused the email; null: there was none
   */
  smtp_reply: string | null;
  /**
   * When the address was added
   */
  created_at: string;
}
export interface Suppression {
  /**
   * Type of the object
   */
  object: 'suppression';
  /**
   * Id of the object
   */
  id: string;
  /**
   * The address, in lower case
   */
  email: string;
  /**
   * `bounce`: an email to the address bounced; `complaint`: an email was reported as spam; `manual`: the address was added by hand
   */
  origin: 'bounce' | 'complaint' | 'manual';
  /**
   * Id of the email that caused the entry; null: it was added by hand
   */
  source_id: string | null;
  /**
   * Reply of the server that refused the email; null: there was none
   */
  smtp_reply: string | null;
  /**
   * When the address was added
   */
  created_at: string;
}
export interface DeletedSuppression {
  /**
   * Type of the object
   */
  object: 'suppression';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the entry was removed
   */
  deleted: true;
}
export interface AddedSuppressions {
  /**
   * The entry of each address, in the order of the request
   */
  data: {
    /**
     * Type of the object
     */
    object: 'suppression';
    /**
     * Id of the entry
     */
    id: string;
  }[];
}
export interface RemovedSuppressions {
  /**
   * The entries that were removed, in the order of the request. What was not on the list is left out
   */
  data: {
    /**
     * Type of the object
     */
    object: 'suppression';
    /**
     * Id of the entry
     */
    id: string;
    /**
     * True: the entry was removed
     */
    deleted: true;
  }[];
}
export interface AudienceItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * True for the audience that is used where a request names none
   */
  default: boolean;
  /**
   * When the object was created
   */
  created_at: string;
}
export interface Audience {
  /**
   * Type of the object
   */
  object: 'audience';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * True for the audience that is used where a request names none
   */
  default: boolean;
  /**
   * When the object was created
   */
  created_at: string;
}
export interface DeletedAudience {
  /**
   * Type of the object
   */
  object: 'audience';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the audience was deleted
   */
  deleted: true;
}
export interface ContactPropertyItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the property in contacts and templates
   */
  key: string;
  /**
   * Type of the values; a date is an ISO 8601 date or time
   */
  type: 'string' | 'number' | 'boolean' | 'date';
  /**
   * Value that is used for contacts without a value; null: there is none
   */
  fallback_value: string | number | boolean | null;
  /**
   * When the object was created
   */
  created_at: string;
}
export interface ContactProperty {
  /**
   * Type of the object
   */
  object: 'contact_property';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the property in contacts and templates
   */
  key: string;
  /**
   * Type of the values; a date is an ISO 8601 date or time
   */
  type: 'string' | 'number' | 'boolean' | 'date';
  /**
   * Value that is used for contacts without a value; null: there is none
   */
  fallback_value: string | number | boolean | null;
  /**
   * When the object was created
   */
  created_at: string;
}
export interface DeletedContactProperty {
  /**
   * Type of the object
   */
  object: 'contact_property';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the property was deleted
   */
  deleted: true;
}
export interface EventItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the event
   */
  name: string;
  /**
   * Field of the payload → its type; null: any payload
   */
  schema: {
    [k: string]: 'string' | 'number' | 'boolean' | 'date';
  } | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the schema was last changed; null: never
   */
  updated_at: string | null;
}
export interface Event {
  /**
   * Type of the object
   */
  object: 'event';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the event
   */
  name: string;
  /**
   * Field of the payload → its type; null: any payload
   */
  schema: {
    [k: string]: 'string' | 'number' | 'boolean' | 'date';
  } | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the schema was last changed; null: never
   */
  updated_at: string | null;
}
export interface DeletedEvent {
  /**
   * Type of the object
   */
  object: 'event';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the definition was deleted
   */
  deleted: true;
}
export interface SentEvent {
  /**
   * Type of the object
   */
  object: 'event';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the event
   */
  event: string;
  /**
   * Number of runs that the event has started
   */
  runs_started: number;
  /**
   * Number of runs whose wait the event has ended
   */
  waits_resolved: number;
}
export interface ContactEventItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the event
   */
  event: string;
  /**
   * Name of the domain; null: it was deleted
   */
  domain: string | null;
  /**
   * The payload; null: there was none
   */
  payload: {} | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * Number of runs whose wait the event has ended
   */
  waits_resolved: number;
  /**
   * The automations with this trigger, and what the event has done in each
   */
  automations: {
    /**
     * Id of the automation
     */
    automation_id: string;
    /**
     * Id of the run that has started; null: none has
     */
    run_id: string | null;
    /**
     * Why no run has started: the automation was `disabled`, a run of the contact was `active`, the contact had entered `once` before, 100 runs were active (`limit`), the `quota` of runs was used up, or it would have been a `loop`. Null: a run has started
     */
    reason: 'disabled' | 'active' | 'once' | 'limit' | 'quota' | 'loop' | null;
  }[];
}
export interface SegmentItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * Id of the audience whose contacts the segment can have
   */
  audience_id: string;
  /**
   * The rules that a contact must meet to be in the segment, in their long form; null: the segment is static, and contacts are added to it one by one
   */
  filter: {
    [k: string]: unknown;
  } | null;
  /**
   * The number of contacts of the segment when it was last counted; null: not yet
   */
  contacts_count: number | null;
  /**
   * When the contacts of the segment were last counted; null: not yet
   */
  counted_at: string | null;
  /**
   * When the object was created
   */
  created_at: string;
}
export interface Segment {
  /**
   * Type of the object
   */
  object: 'segment';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * Id of the audience whose contacts the segment can have
   */
  audience_id: string;
  /**
   * The rules that a contact must meet to be in the segment, in their long form; null: the segment is static, and contacts are added to it one by one
   */
  filter: {
    [k: string]: unknown;
  } | null;
  /**
   * The number of contacts of the segment when it was last counted; null: not yet
   */
  contacts_count: number | null;
  /**
   * When the contacts of the segment were last counted; null: not yet
   */
  counted_at: string | null;
  /**
   * When the object was created
   */
  created_at: string;
}
export interface DeletedSegment {
  /**
   * Type of the object
   */
  object: 'segment';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the segment was deleted
   */
  deleted: true;
}
export interface SegmentPreview {
  /**
   * Type of the object
   */
  object: 'segment_preview';
  /**
   * The number of contacts that meet the filter
   */
  count: number;
  /**
   * The newest contacts that meet the filter, up to ten
   */
  contacts: {
    /**
     * Id of the object
     */
    id: string;
    /**
     * Id of the audience that the contact is in
     */
    audience_id: string;
    /**
     * The address
     */
    email: string;
    /**
     * First name; null: none is known
     */
    first_name: string | null;
    /**
     * Last name; null: none is known
     */
    last_name: string | null;
    /**
     * True: the address has unsubscribed from everything. This is a fact about the address: it is the same for its contacts in all audiences and outlives them
     */
    unsubscribed: boolean;
    /**
     * When the contact was created
     */
    created_at: string;
    /**
     * When the contact was last changed
     */
    updated_at: string;
  }[];
}
export interface TemplateItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name, up to 200 characters
   */
  name: string;
  /**
   * Name by which sends and paths can call the template; null: none
   */
  alias: string | null;
  /**
   * `draft`: it was never published; `published`: emails are made from its published version
   */
  status: 'draft' | 'published';
  /**
   * True if the newest version is not the published one
   */
  has_unpublished_versions: boolean;
  /**
   * When the template was last published; null: never
   */
  published_at: string | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the template was last changed
   */
  updated_at: string;
}
export interface Template {
  /**
   * Type of the object
   */
  object: 'template';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name, up to 200 characters
   */
  name: string;
  /**
   * Name by which sends and paths can call the template; null: none
   */
  alias: string | null;
  /**
   * `draft`: it was never published; `published`: emails are made from its published version
   */
  status: 'draft' | 'published';
  /**
   * True if the newest version is not the published one
   */
  has_unpublished_versions: boolean;
  /**
   * When the template was last published; null: never
   */
  published_at: string | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the template was last changed
   */
  updated_at: string;
  /**
   * Id of the newest version, whose content this is
   */
  current_version_id: string;
  /**
   * Id of the version that emails are made from; null: none was published
   */
  published_version_id: string | null;
  /**
   * Sender; a send may give another one. null: the send must give it
   */
  from: string | null;
  /**
   * Subject; a send may give another one. null: the send must give it
   */
  subject: string | null;
  /**
   * Addresses for replies; a send may give others
   */
  reply_to: string[] | null;
  /**
   * Text that mailboxes show after the subject; a send may give another one
   */
  preview_text: string | null;
  /**
   * HTML body
   */
  html: string | null;
  /**
   * Plain-text body. null: it is made from `html`; an empty text: none
   */
  text: string | null;
  /**
   * The variables that the source uses, up to 50
   */
  variables: {
    /**
     * Name of the variable: letters, digits and `_`
     */
    key: string;
    /**
     * Type that a value must have
     */
    type: 'string' | 'number' | 'boolean' | 'list' | 'object';
    /**
     * Value where a send gives none; null: a send must give one
     */
    fallback_value: string | number | boolean | unknown[] | {} | null;
  }[];
  /**
   * True: publishing writes the CSS of `html` into the style attributes of its elements
   */
  inline_css: boolean;
  /**
   * `code`: the source is edited; `write`: the document of the visual editor is
   */
  editor: 'code' | 'write';
  /**
   * Document of the visual editor, which is stored unchanged
   */
  document: {} | null;
}
export interface DeletedTemplate {
  /**
   * Type of the object
   */
  object: 'template';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the template was deleted
   */
  deleted: true;
}
export interface TemplateVersionItem {
  /**
   * Id of the version
   */
  id: string;
  /**
   * `published`: emails are made from it; `draft`: the newest one, not published yet; `superseded`: every other
   */
  status: 'draft' | 'published' | 'superseded';
  /**
   * Subject; a send may give another one. null: the send must give it
   */
  subject: string | null;
  /**
   * When the version was created
   */
  created_at: string;
  /**
   * When the version was last changed
   */
  updated_at: string;
  /**
   * When the version was published; null: never
   */
  published_at: string | null;
}
export interface TemplatePreview {
  /**
   * Type of the object
   */
  object: 'template_preview';
  /**
   * The sender as rendered; null: the template has none
   */
  from: string | null;
  /**
   * The subject as rendered; null: the template has none
   */
  subject: string | null;
  /**
   * The addresses for replies as rendered
   */
  reply_to: string[];
  /**
   * The preview text as rendered; null: the template has none
   */
  preview_text: string | null;
  /**
   * The HTML body as rendered; null: the template has none
   */
  html: string | null;
  /**
   * The plain-text body as it would be sent; null: there is none
   */
  text: string | null;
}
export interface TemplateTest {
  /**
   * Type of the object
   */
  object: 'template_test';
  /**
   * Ids of the emails, in the order of the addresses
   */
  ids: string[];
}
export interface AutomationItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name, up to 200 characters; automations may share one
   */
  name: string;
  /**
   * `enabled`: events start runs; `disabled`: they do not
   */
  status: 'enabled' | 'disabled';
  /**
   * Name of the domain to which the automation belongs: only events of that domain start runs
   */
  domain: string;
  /**
   * Name of the event that starts a run
   */
  trigger: string;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the automation was last changed
   */
  updated_at: string;
}
export interface Automation {
  /**
   * Type of the object
   */
  object: 'automation';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Id of the audience of the domain, whose contacts can enter the automation
   */
  audience_id: string;
  /**
   * Name of the domain to which the automation belongs: only events of that domain start runs
   */
  domain: string;
  /**
   * Name, up to 200 characters; automations may share one
   */
  name: string;
  /**
   * Name of the event that starts a run
   */
  trigger: string;
  /**
   * `enabled`: events start runs; `disabled`: they do not
   */
  status: 'enabled' | 'disabled';
  /**
   * When the trigger `service:schedule` starts the automation; null for every other trigger
   */
  trigger_config: {
    /**
     * The time, in ISO 8601; without an offset it is in the time zone
     */
    at: string;
    /**
     * IANA name of a time zone
     */
    timezone: string;
  } | null;
  /**
   * Key of the trigger step in the request; null: the trigger was given without a step
   */
  trigger_key: string | null;
  /**
   * How often a contact may enter: `always`; `when_done`: not while it has a run in progress; `once`: never again
   */
  reentry: 'always' | 'when_done' | 'once';
  /**
   * The trigger, which is first, and the steps that a run executes
   */
  steps: {
    /**
     * Id of the step; the trigger has none
     */
    id?: string;
    /**
     * Name of the step in connections; unique in the automation, up to 64 characters
     */
    key: string;
    /**
     * Type of the step
     */
    type:
      | 'trigger'
      | 'send_email'
      | 'delay'
      | 'wait_for_event'
      | 'condition'
      | 'contact_update'
      | 'contact_delete'
      | 'add_to_segment';
    /**
     * Place of the step in its list, from 1; the trigger has none
     */
    position?: number;
    /**
     * What the step does, by its type
     */
    config: {
      [k: string]: unknown;
    };
  }[];
  /**
   * Which step follows which, after which outcome
   */
  connections: {
    /**
     * Key of a step
     */
    from: string;
    /**
     * Key of the step that follows it
     */
    to: string;
    /**
     * The outcome after which it follows; `default` when absent
     */
    type: 'default' | 'condition_met' | 'condition_not_met' | 'event_received' | 'timeout';
  }[];
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the automation was last changed
   */
  updated_at: string;
}
export interface DeletedAutomation {
  /**
   * Type of the object
   */
  object: 'automation';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: it was deleted
   */
  deleted: true;
}
export interface StoppedAutomation {
  /**
   * Type of the object
   */
  object: 'automation';
  /**
   * Id of the object
   */
  id: string;
  /**
   * `enabled`: events start runs; `disabled`: they do not
   */
  status: 'disabled';
}
export interface AutomationStep {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the step in connections; unique in the automation, up to 64 characters
   */
  key: string;
  /**
   * Type of the step
   */
  type:
    | 'send_email'
    | 'delay'
    | 'wait_for_event'
    | 'condition'
    | 'contact_update'
    | 'contact_delete'
    | 'add_to_segment';
  /**
   * Place of the step in the list, from 1
   */
  position: number;
  /**
   * What the step does, by its type
   */
  config: {
    [k: string]: unknown;
  };
}
export interface DeletedAutomationStep {
  /**
   * Type of the object
   */
  object: 'automation_step';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: it was deleted
   */
  deleted: true;
}
export interface AutomationRunItem {
  /**
   * Id of the run
   */
  id: string;
  /**
   * `running`, and then `completed`, `failed` or `cancelled`
   */
  status: 'running' | 'completed' | 'failed' | 'cancelled';
  /**
   * Id of the contact that goes through the automation; it may have been deleted
   */
  contact_id: string;
  /**
   * Number of the version of the steps with which the run has started; it keeps them
   */
  version: number;
  /**
   * Key of the step at which the run is; null: it has ended
   */
  current_step: string | null;
  /**
   * When the run goes on at the latest; null: it does not wait
   */
  wake_at: string | null;
  /**
   * Why the run has failed (a sentence) or was cancelled (`stopped`, `cancelled`, `contact_deleted`), or why its step is not done yet; else null
   */
  reason: string | null;
  /**
   * When the run started
   */
  started_at: string;
  /**
   * When the run ended; null: it is running
   */
  completed_at: string | null;
  /**
   * When the run started
   */
  created_at: string;
}
export interface AutomationRun {
  /**
   * Type of the object
   */
  object: 'automation_run';
  /**
   * Id of the run
   */
  id: string;
  /**
   * `running`, and then `completed`, `failed` or `cancelled`
   */
  status: 'running' | 'completed' | 'failed' | 'cancelled';
  /**
   * Id of the contact that goes through the automation; it may have been deleted
   */
  contact_id: string;
  /**
   * Number of the version of the steps with which the run has started; it keeps them
   */
  version: number;
  /**
   * Key of the step at which the run is; null: it has ended
   */
  current_step: string | null;
  /**
   * When the run goes on at the latest; null: it does not wait
   */
  wake_at: string | null;
  /**
   * Why the run has failed (a sentence) or was cancelled (`stopped`, `cancelled`, `contact_deleted`), or why its step is not done yet; else null
   */
  reason: string | null;
  /**
   * When the run started
   */
  started_at: string;
  /**
   * When the run ended; null: it is running
   */
  completed_at: string | null;
  /**
   * When the run started
   */
  created_at: string;
  /**
   * The trigger and all steps of the automation, in its order
   */
  steps: {
    /**
     * Key of the step
     */
    key: string;
    /**
     * Type of the step
     */
    type:
      | 'trigger'
      | 'send_email'
      | 'delay'
      | 'wait_for_event'
      | 'condition'
      | 'contact_update'
      | 'contact_delete'
      | 'add_to_segment';
    /**
     * `pending`: may still come; `running`; `waiting`: for a time, an event or another try; `completed`; `failed`; `skipped`: nothing was done, or it is not on the way of the run
     */
    status: 'pending' | 'running' | 'waiting' | 'completed' | 'failed' | 'skipped';
    /**
     * What the step has done, by its type; null: nothing to say
     */
    output: {
      [k: string]: unknown;
    } | null;
    /**
     * Why the step has failed: `{message}`; null: it has not
     */
    error: {
      [k: string]: unknown;
    } | null;
    /**
     * When the run came to the step; null: it has not
     */
    started_at: string | null;
    /**
     * When the step ended; null: it has not
     */
    completed_at: string | null;
    /**
     * When the run came to the step; when the run started, if it has not
     */
    created_at: string;
  }[];
}
export interface CancelledAutomationRun {
  /**
   * Type of the object
   */
  object: 'automation_run';
  /**
   * Id of the run
   */
  id: string;
  /**
   * `running`, and then `completed`, `failed` or `cancelled`
   */
  status: 'cancelled';
}
export interface RetriedAutomationRun {
  /**
   * Type of the object
   */
  object: 'automation_run';
  /**
   * Id of the run
   */
  id: string;
  /**
   * `running`, and then `completed`, `failed` or `cancelled`
   */
  status: 'running';
}
export interface AutomationBatchItem {
  /**
   * Id of the batch
   */
  id: string;
  /**
   * `schedule`, `enroll`: starts runs; `retry`: takes failed runs up again; `cancel`: cancels runs
   */
  type: 'schedule' | 'enroll' | 'retry' | 'cancel';
  /**
   * `pending`, `running`, and then `completed`, `cancelled`, `missed` or `failed`
   */
  status: 'pending' | 'running' | 'completed' | 'cancelled' | 'missed' | 'failed';
  /**
   * How many contacts or runs the batch is about, and what became of them so far
   */
  counts: {
    /**
     * All of them; null: they are not counted yet
     */
    total: number | null;
    /**
     * Runs that were started, taken up again or cancelled
     */
    done: number;
    /**
     * Contacts or runs that were left as they are
     */
    skipped: number;
    /**
     * Contacts or runs that an error of the service has kept from their turn
     */
    failed: number;
  };
  /**
   * Why contacts or runs were skipped, each with how many
   */
  skipped_reasons: {
    [k: string]: number;
  };
  /**
   * When the schedule is due; null: the batch is no schedule
   */
  at: string | null;
  /**
   * When the batch was asked for
   */
  created_at: string;
  /**
   * When the batch ended, in whatever way; null: it has not ended
   */
  completed_at: string | null;
}
export interface AutomationBatch {
  /**
   * Type of the object
   */
  object: 'automation_batch';
  /**
   * Id of the batch
   */
  id: string;
  /**
   * `schedule`, `enroll`: starts runs; `retry`: takes failed runs up again; `cancel`: cancels runs
   */
  type: 'schedule' | 'enroll' | 'retry' | 'cancel';
  /**
   * `pending`, `running`, and then `completed`, `cancelled`, `missed` or `failed`
   */
  status: 'pending' | 'running' | 'completed' | 'cancelled' | 'missed' | 'failed';
  /**
   * How many contacts or runs the batch is about, and what became of them so far
   */
  counts: {
    /**
     * All of them; null: they are not counted yet
     */
    total: number | null;
    /**
     * Runs that were started, taken up again or cancelled
     */
    done: number;
    /**
     * Contacts or runs that were left as they are
     */
    skipped: number;
    /**
     * Contacts or runs that an error of the service has kept from their turn
     */
    failed: number;
  };
  /**
   * Why contacts or runs were skipped, each with how many
   */
  skipped_reasons: {
    [k: string]: number;
  };
  /**
   * When the schedule is due; null: the batch is no schedule
   */
  at: string | null;
  /**
   * When the batch was asked for
   */
  created_at: string;
  /**
   * When the batch ended, in whatever way; null: it has not ended
   */
  completed_at: string | null;
}
export interface AutomationSimulation {
  /**
   * Type of the object
   */
  object: 'automation_simulation';
  /**
   * How the run would end: `completed` or `failed`
   */
  outcome: 'completed' | 'failed';
  /**
   * Why the run would fail, as a sentence; null: it would not
   */
  reason: string | null;
  /**
   * The contact at the end; null: a step has deleted it
   */
  contact: {
    /**
     * Id of the contact; null: it does not exist
     */
    id: string | null;
    /**
     * Address of the contact
     */
    email: string;
    /**
     * First name
     */
    first_name: string | null;
    /**
     * Last name
     */
    last_name: string | null;
    /**
     * Whether it has unsubscribed from everything
     */
    unsubscribed: boolean;
    /**
     * Key of a contact property → its value
     */
    properties: {
      [k: string]: string | number | boolean;
    };
  } | null;
  /**
   * The trigger and the steps that the run would come to, in this order
   */
  steps: {
    /**
     * Key of the step
     */
    key: string;
    /**
     * Type of the step
     */
    type:
      | 'trigger'
      | 'send_email'
      | 'delay'
      | 'wait_for_event'
      | 'condition'
      | 'contact_update'
      | 'contact_delete'
      | 'add_to_segment';
    /**
     * `completed`; `skipped`: its mail would not be sent; `failed`: the run would fail with it
     */
    status: 'completed' | 'failed' | 'skipped';
    /**
     * When the step would end; of a mail: when it would be sent
     */
    at: string;
    /**
     * What the step would do, by its type; null: nothing to say
     */
    output: {
      [k: string]: unknown;
    } | null;
    /**
     * Why the step would fail: `{message}`; null: it would not
     */
    error: {
      [k: string]: unknown;
    } | null;
  }[];
}
export interface AutomationStats {
  /**
   * Type of the object
   */
  object: 'automation_stats';
  /**
   * Id of the automation
   */
  id: string;
  /**
   * When the runs were counted; null: they are being counted for the first time, and all counts are 0
   */
  counted_at: string | null;
  /**
   * How many runs there are: those in progress, and those that ended in the last 30 days
   */
  runs: {
    /**
     * All of them
     */
    started: number;
    /**
     * In progress
     */
    running: number;
    /**
     * Ended after their last step
     */
    completed: number;
    /**
     * Ended because a step has failed
     */
    failed: number;
    /**
     * Cancelled
     */
    cancelled: number;
  };
  /**
   * The steps of the automation in its order, then those that runs have come to and that were removed since
   */
  steps: {
    /**
     * Id of the step
     */
    id: string;
    /**
     * Key of the step; of a removed one the last that runs have
     */
    key: string;
    /**
     * Type of the step
     */
    type:
      | 'send_email'
      | 'delay'
      | 'wait_for_event'
      | 'condition'
      | 'contact_update'
      | 'contact_delete'
      | 'add_to_segment';
    /**
     * Runs that have come to the step
     */
    entered: number;
    /**
     * Runs that are at the step and wait: for a time, for an event, or because a refusal will pass
     */
    waiting: number;
    /**
     * Runs for which the step is done
     */
    completed: number;
    /**
     * Runs that have failed with the step
     */
    failed: number;
    /**
     * Why the step did nothing → for how many runs
     */
    skipped: {
      [k: string]: number;
    };
    /**
     * The mail of the step; null: its type is not `send_email`
     */
    emails: {
      /**
       * Mails that were sent
       */
      sent: number;
      /**
       * Mails that were delivered
       */
      delivered: number;
      /**
       * Mails that were opened, each once
       */
      opened: number;
      /**
       * Mails of which a link was followed, each once
       */
      clicked: number;
      /**
       * Mails whose address was refused as bad
       */
      bounced: number;
    } | null;
  }[];
}
export interface TopicItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * Description; null: there is none
   */
  description: string | null;
  /**
   * `opt_in`: an address receives the topic unless it opts out; `opt_out`: only if it opts in
   */
  default_subscription: 'opt_in' | 'opt_out';
  /**
   * `public`: everybody can choose the topic; `private`: only those who receive it, or have left it themselves, see it
   */
  visibility: 'public' | 'private';
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the topic was last changed
   */
  updated_at: string;
}
export interface Topic {
  /**
   * Type of the object
   */
  object: 'topic';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * Description; null: there is none
   */
  description: string | null;
  /**
   * `opt_in`: an address receives the topic unless it opts out; `opt_out`: only if it opts in
   */
  default_subscription: 'opt_in' | 'opt_out';
  /**
   * `public`: everybody can choose the topic; `private`: only those who receive it, or have left it themselves, see it
   */
  visibility: 'public' | 'private';
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the topic was last changed
   */
  updated_at: string;
}
export interface DeletedTopic {
  /**
   * Type of the object
   */
  object: 'topic';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the topic was deleted
   */
  deleted: true;
}
export interface UnsubscribePage {
  /**
   * Type of the object
   */
  object: 'unsubscribe_page';
  /**
   * Heading of the pages, up to 100 characters; null: what the page is for
   */
  title: string | null;
  /**
   * Text below the heading, up to 1,000 characters; null: none
   */
  description: string | null;
  /**
   * Text after unsubscribing, up to 1,000 characters; null: a text of the service
   */
  confirmation: string | null;
  /**
   * https URL of an image at the top of the pages, up to 2,000 characters; null: none
   */
  logo_url: string | null;
  /**
   * Colour of the background as `#rrggbb`; null: white
   */
  background_color: string | null;
  /**
   * Colour of texts as `#rrggbb`, with a contrast of at least 4.5:1 to the background; null: a dark blue
   */
  text_color: string | null;
  /**
   * Colour of buttons as `#rrggbb`; null: blue
   */
  accent_color: string | null;
  /**
   * Who sends the emails, up to 100 characters; null: “this sender”
   */
  sender_name: string | null;
  /**
   * Postal address at the foot of the pages, up to 500 characters; null: none
   */
  postal_address: string | null;
  /**
   * When the settings were last changed; null: never
   */
  updated_at: string | null;
}
export interface WebhookItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * URL that events are posted to: a public http or https URL
   */
  endpoint_url: string;
  /**
   * Alias of `endpoint_url`: requests may use either name, answers contain both
   */
  endpoint: string;
  /**
   * Event types that the webhook subscribes to
   */
  events: (
    | '*'
    | 'email.*'
    | 'contact.*'
    | 'domain.*'
    | 'suppression.*'
    | 'topic.*'
    | 'email.scheduled'
    | 'email.sent'
    | 'email.delivered'
    | 'email.delivery_delayed'
    | 'email.opened'
    | 'email.clicked'
    | 'email.bounced'
    | 'email.complained'
    | 'email.suppressed'
    | 'email.failed'
    | 'email.canceled'
    | 'email.received'
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.topics.updated'
    | 'contact.import.completed'
    | 'domain.created'
    | 'domain.updated'
    | 'domain.deleted'
    | 'suppression.added'
    | 'suppression.removed'
    | 'topic.created'
    | 'topic.updated'
    | 'topic.deleted'
  )[];
  /**
   * Status
   */
  status: 'enabled' | 'disabled';
  /**
   * Why the service disabled the webhook; null: the service did not disable it
   */
  disabled_reason: string | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the webhook was last changed
   */
  updated_at: string;
}
export interface Webhook {
  /**
   * Type of the object
   */
  object: 'webhook';
  /**
   * Id of the object
   */
  id: string;
  /**
   * URL that events are posted to: a public http or https URL
   */
  endpoint_url: string;
  /**
   * Alias of `endpoint_url`: requests may use either name, answers contain both
   */
  endpoint: string;
  /**
   * Event types that the webhook subscribes to
   */
  events: (
    | '*'
    | 'email.*'
    | 'contact.*'
    | 'domain.*'
    | 'suppression.*'
    | 'topic.*'
    | 'email.scheduled'
    | 'email.sent'
    | 'email.delivered'
    | 'email.delivery_delayed'
    | 'email.opened'
    | 'email.clicked'
    | 'email.bounced'
    | 'email.complained'
    | 'email.suppressed'
    | 'email.failed'
    | 'email.canceled'
    | 'email.received'
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.topics.updated'
    | 'contact.import.completed'
    | 'domain.created'
    | 'domain.updated'
    | 'domain.deleted'
    | 'suppression.added'
    | 'suppression.removed'
    | 'topic.created'
    | 'topic.updated'
    | 'topic.deleted'
  )[];
  /**
   * Status
   */
  status: 'enabled' | 'disabled';
  /**
   * Why the service disabled the webhook; null: the service did not disable it
   */
  disabled_reason: string | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the webhook was last changed
   */
  updated_at: string;
}
export interface CreatedWebhook {
  /**
   * Type of the object
   */
  object: 'webhook';
  /**
   * Id of the object
   */
  id: string;
  /**
   * URL that events are posted to: a public http or https URL
   */
  endpoint_url: string;
  /**
   * Alias of `endpoint_url`: requests may use either name, answers contain both
   */
  endpoint: string;
  /**
   * Event types that the webhook subscribes to
   */
  events: (
    | '*'
    | 'email.*'
    | 'contact.*'
    | 'domain.*'
    | 'suppression.*'
    | 'topic.*'
    | 'email.scheduled'
    | 'email.sent'
    | 'email.delivered'
    | 'email.delivery_delayed'
    | 'email.opened'
    | 'email.clicked'
    | 'email.bounced'
    | 'email.complained'
    | 'email.suppressed'
    | 'email.failed'
    | 'email.canceled'
    | 'email.received'
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.topics.updated'
    | 'contact.import.completed'
    | 'domain.created'
    | 'domain.updated'
    | 'domain.deleted'
    | 'suppression.added'
    | 'suppression.removed'
    | 'topic.created'
    | 'topic.updated'
    | 'topic.deleted'
  )[];
  /**
   * Status
   */
  status: 'enabled' | 'disabled';
  /**
   * Why the service disabled the webhook; null: the service did not disable it
   */
  disabled_reason: string | null;
  /**
   * When the object was created
   */
  created_at: string;
  /**
   * When the webhook was last changed
   */
  updated_at: string;
  /**
   * Secret that signs the requests. It is shown only in this answer
   */
  signing_secret: string;
}
export interface WebhookSecret {
  /**
   * Type of the object
   */
  object: 'webhook';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Secret that signs the requests. It is shown only in this answer
   */
  signing_secret: string;
}
export interface DeletedWebhook {
  /**
   * Type of the object
   */
  object: 'webhook';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the webhook was deleted
   */
  deleted: true;
}
export interface WebhookTest {
  /**
   * Type of the object
   */
  object: 'webhook_test';
  /**
   * True if the endpoint answered with a 2xx status
   */
  delivered: boolean;
  /**
   * HTTP status of the endpoint; null: no answer
   */
  status_code: number | null;
  /**
   * Duration of the request in milliseconds
   */
  duration_ms: number;
  /**
   * First 4 KiB of the answer; if there was none, the reason
   */
  response: string | null;
}
export interface WebhookReplay {
  /**
   * Type of the object
   */
  object: 'webhook_replay';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Id of the webhook
   */
  webhook_id: string;
  /**
   * Start of the time range
   */
  since: string;
  /**
   * Only events whose delivery ended with this status; null: all events
   */
  status: 'success' | 'failed' | null;
}
export interface WebhookEventItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Type of the event
   */
  type:
    | 'email.scheduled'
    | 'email.sent'
    | 'email.delivered'
    | 'email.delivery_delayed'
    | 'email.opened'
    | 'email.clicked'
    | 'email.bounced'
    | 'email.complained'
    | 'email.suppressed'
    | 'email.failed'
    | 'email.canceled'
    | 'email.received'
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.topics.updated'
    | 'contact.import.completed'
    | 'domain.created'
    | 'domain.updated'
    | 'domain.deleted'
    | 'suppression.added'
    | 'suppression.removed'
    | 'topic.created'
    | 'topic.updated'
    | 'topic.deleted';
  /**
   * When the event happened
   */
  created_at: string;
  /**
   * Status of the delivery
   */
  status: 'pending' | 'attempting' | 'success' | 'failed';
}
export interface WebhookEvent {
  /**
   * Type of the object
   */
  object: 'webhook_event';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Type of the event
   */
  type:
    | 'email.scheduled'
    | 'email.sent'
    | 'email.delivered'
    | 'email.delivery_delayed'
    | 'email.opened'
    | 'email.clicked'
    | 'email.bounced'
    | 'email.complained'
    | 'email.suppressed'
    | 'email.failed'
    | 'email.canceled'
    | 'email.received'
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.topics.updated'
    | 'contact.import.completed'
    | 'domain.created'
    | 'domain.updated'
    | 'domain.deleted'
    | 'suppression.added'
    | 'suppression.removed'
    | 'topic.created'
    | 'topic.updated'
    | 'topic.deleted';
  /**
   * When the event happened
   */
  created_at: string;
  /**
   * Status of the delivery
   */
  status: 'pending' | 'attempting' | 'success' | 'failed';
  /**
   * When the next delivery attempt is due; null: no further attempt
   */
  next_attempt_at: string | null;
  /**
   * Body that is posted to the endpoint
   */
  payload: {};
}
export interface WebhookAttempt {
  /**
   * Id of the object
   */
  id: string;
  /**
   * HTTP status of the endpoint; null: no answer
   */
  http_status_code: number | null;
  /**
   * First 4 KiB of the answer; null: no answer
   */
  response: string | null;
  /**
   * Headers of the answer
   */
  response_headers: {};
  /**
   * Why there was no answer; null: the endpoint answered
   */
  error: string | null;
  /**
   * Duration of the request in milliseconds
   */
  duration_ms: number;
  /**
   * When the request was sent
   */
  sent_at: string;
}
export interface ReplayedWebhookEvent {
  /**
   * Type of the object
   */
  object: 'webhook_event';
  /**
   * Id of the object
   */
  id: string;
}
export interface LogItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * When the request was made
   */
  created_at: string;
  /**
   * Path of the request, without the query
   */
  endpoint: string;
  /**
   * HTTP method
   */
  method: string;
  /**
   * HTTP status of the answer; 499: the client disconnected before the answer
   */
  response_status: number;
  /**
   * Milliseconds from the start of the request to the end of the answer
   */
  duration_ms: number;
  /**
   * User-Agent header of the request
   */
  user_agent: string | null;
  /**
   * X-Request-Id header of the answer
   */
  request_id: string;
  /**
   * Id of the API key of the request
   */
  api_key_id: string | null;
}
export interface Log {
  /**
   * Type of the object
   */
  object: 'log';
  /**
   * Id of the object
   */
  id: string;
  /**
   * When the request was made
   */
  created_at: string;
  /**
   * Path of the request, without the query
   */
  endpoint: string;
  /**
   * HTTP method
   */
  method: string;
  /**
   * HTTP status of the answer; 499: the client disconnected before the answer
   */
  response_status: number;
  /**
   * Milliseconds from the start of the request to the end of the answer
   */
  duration_ms: number;
  /**
   * User-Agent header of the request
   */
  user_agent: string | null;
  /**
   * X-Request-Id header of the answer
   */
  request_id: string;
  /**
   * Id of the API key of the request
   */
  api_key_id: string | null;
  /**
   * JSON body of the request, up to 64 KiB, without secrets and file contents; null: there was no JSON body, or it was not read
   */
  request_body: {} | unknown[] | null;
  /**
   * JSON body of the answer, up to 64 KiB, without secrets; null: the answer had no JSON body
   */
  response_body: {} | unknown[] | null;
}
export interface Account {
  /**
   * Type of the object
   */
  object: 'account';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Name of the account
   */
  name: string;
  /**
   * Plan of the account, which limits it (`GET /usage`): `free`, `pro`, `scale`, `unlimited`, or another of the operator
   */
  plan: string;
  /**
   * False: the account is in the sandbox and may only send to the simulator, to its members and to confirmed addresses
   */
  production_access: boolean;
  /**
   * The latest request for production access; null: there was none
   */
  production_access_request: {
    /**
     * Id of the request
     */
    id: string;
    /**
     * Website of the sender, a URL with `https` or `http`
     */
    website: string;
    /**
     * What will be sent, and to whom: 20 to 2,000 characters
     */
    use_case: string;
    /**
     * How many emails will be sent per month, about
     */
    monthly_volume: number;
    /**
     * `pending`, `granted` or `denied`
     */
    status: 'pending' | 'granted' | 'denied';
    /**
     * Why the operator has denied the request; null: it is not denied, or the operator gave no reason
     */
    reason: string | null;
    /**
     * When the request was made
     */
    created_at: string;
    /**
     * When the operator has decided; null: not yet
     */
    decided_at: string | null;
  } | null;
  /**
   * When the object was created
   */
  created_at: string;
}
export interface ProductionAccessRequest {
  /**
   * Type of the object
   */
  object: 'production_access_request';
  /**
   * Id of the request
   */
  id: string;
  /**
   * Website of the sender, a URL with `https` or `http`
   */
  website: string;
  /**
   * What will be sent, and to whom: 20 to 2,000 characters
   */
  use_case: string;
  /**
   * How many emails will be sent per month, about
   */
  monthly_volume: number;
  /**
   * `pending`, `granted` or `denied`
   */
  status: 'pending' | 'granted' | 'denied';
  /**
   * Why the operator has denied the request; null: it is not denied, or the operator gave no reason
   */
  reason: string | null;
  /**
   * When the request was made
   */
  created_at: string;
  /**
   * When the operator has decided; null: not yet
   */
  decided_at: string | null;
}
export interface ConfirmedAddressItem {
  /**
   * The address, in lower case
   */
  email: string;
  /**
   * `confirmed`, or `pending`: its owner has a link and has not used it yet
   */
  status: 'pending' | 'confirmed';
  /**
   * When the address was confirmed; null: not yet
   */
  confirmed_at: string | null;
}
export interface ConfirmedAddress {
  /**
   * Type of the object
   */
  object: 'confirmed_address';
  /**
   * The address, in lower case
   */
  email: string;
  /**
   * `confirmed`, or `pending`: its owner has a link and has not used it yet
   */
  status: 'pending' | 'confirmed';
  /**
   * When the address was confirmed; null: not yet
   */
  confirmed_at: string | null;
}
export interface AuditEventItem {
  /**
   * Id of the event
   */
  id: string;
  /**
   * Who acted
   */
  actor: {
    /**
     * `person`, or `operator`: an operator of the service, of whom no more is shown
     */
    type: 'person' | 'operator';
    /**
     * Id of the person
     */
    id: string | null;
    /**
     * Address of the person at that time
     */
    email: string | null;
    /**
     * Name of the person at that time
     */
    name: string | null;
  };
  /**
   * The operation, as in the API description: `createTopic`, `login`; of operators `ops` and the command: `ops set-plan`
   */
  operation: string;
  /**
   * `succeeded`, or `failed`: a sign-in with a wrong password or code
   */
  outcome: 'succeeded' | 'failed';
  /**
   * What was changed: an id or an address; null: nothing that has an id
   */
  target_id: string | null;
  /**
   * IP address of the request; null: unknown, or an operator
   */
  address: string | null;
  /**
   * User-Agent header of the request; null: unknown, or an operator
   */
  user_agent: string | null;
  /**
   * When it happened
   */
  created_at: string;
}
export interface Session {
  /**
   * Type of the object
   */
  object: 'session';
  /**
   * Id of the session
   */
  id: string;
  /**
   * The person who has signed in
   */
  person: {
    /**
     * Id of the person
     */
    id: string;
    /**
     * Address of the person, in lower case, with its domain in ASCII
     */
    email: string;
    /**
     * Name of the person
     */
    name: string;
    /**
     * True: the person has shown by a mailed link that the address is theirs
     */
    confirmed: boolean;
    /**
     * True: signing in needs a code too
     */
    second_factor: boolean;
    /**
     * How many recovery codes are left
     */
    recovery_codes_left: number;
  };
  /**
   * The account in which the session acts
   */
  account: {
    /**
     * Id of the account
     */
    id: string;
    /**
     * Name of the account
     */
    name: string;
  };
  /**
   * Role of the person in the account: `owner`, `admin`, `member` or `viewer`
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /**
   * All accounts of the person, the one of the oldest membership first
   */
  accounts: {
    /**
     * Id of the account
     */
    id: string;
    /**
     * Name of the account
     */
    name: string;
    /**
     * Role of the person in this account
     */
    role: 'owner' | 'admin' | 'member' | 'viewer';
  }[];
  /**
   * What the header `X-CSRF-Token` of a request with the session must be, unless it is a GET
   */
  csrf_token: string;
  /**
   * When the session ends if it is not used again: 14 days from now, 90 days after its start at most
   */
  expires_at: string;
}
export interface TotpChallenge {
  /**
   * Type of the object
   */
  object: 'totp_challenge';
  /**
   * Until when the second factor may follow: for five minutes
   */
  expires_at: string;
}
export interface PasswordResetRequest {
  /**
   * Type of the object
   */
  object: 'password_reset_request';
  /**
   * The address of the request. It says nothing about whether it belongs to a person
   */
  email: string;
}
export interface TotpSetup {
  /**
   * Type of the object
   */
  object: 'totp_setup';
  /**
   * Secret for the authenticator app, in base32. It is shown once
   */
  secret: string;
  /**
   * The secret as an `otpauth:` URI, for a QR code
   */
  uri: string;
}
export interface RecoveryCodes {
  /**
   * Type of the object
   */
  object: 'recovery_codes';
  /**
   * Ten recovery codes, each of which signs in once. They are shown once
   */
  codes: string[];
}
export interface SessionItem {
  /**
   * Id of the session
   */
  id: string;
  /**
   * Id of the account in which the session acts
   */
  account_id: string;
  /**
   * True: it is the session of this request
   */
  is_current: boolean;
  /**
   * IP address from which the session was started; null: unknown
   */
  address: string | null;
  /**
   * User-Agent with which the session was started; null: unknown
   */
  user_agent: string | null;
  /**
   * When the session was started
   */
  created_at: string;
  /**
   * When the session was last used, to the minute
   */
  last_used_at: string;
  /**
   * When the session ends if it is not used again
   */
  expires_at: string;
}
export interface DeletedSession {
  /**
   * Type of the object
   */
  object: 'session';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the session was ended
   */
  deleted: true;
}
export interface EndedSessions {
  /**
   * Type of the object
   */
  object: 'ended_sessions';
  /**
   * How many sessions were ended
   */
  count: number;
}
export interface InvitationItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Address that is invited, in lower case
   */
  email: string;
  /**
   * Role that the person gets: `owner`, `admin`, `member` or `viewer`
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /**
   * `pending`, or `expired`: its links are not valid any more, but it can be sent again
   */
  status: 'pending' | 'expired';
  /**
   * Id of the person who has invited, or has sent the invitation again; null: an operator
   */
  invited_by: string | null;
  /**
   * When the invitation was created
   */
  created_at: string;
  /**
   * When its links expire
   */
  expires_at: string;
}
export interface NewInvitation {
  /**
   * Type of the object
   */
  object: 'invitation';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Address that is invited, in lower case
   */
  email: string;
  /**
   * Role that the person gets: `owner`, `admin`, `member` or `viewer`
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /**
   * `pending`, or `expired`: its links are not valid any more, but it can be sent again
   */
  status: 'pending' | 'expired';
  /**
   * Id of the person who has invited, or has sent the invitation again; null: an operator
   */
  invited_by: string | null;
  /**
   * When the invitation was created
   */
  created_at: string;
  /**
   * When its links expire
   */
  expires_at: string;
  /**
   * A link with which the invitation can be accepted, once. It is shown only here; another one was mailed to the address
   */
  url: string;
}
export interface DeletedInvitation {
  /**
   * Type of the object
   */
  object: 'invitation';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the invitation was withdrawn
   */
  deleted: true;
}
export interface Member {
  /**
   * Type of the object
   */
  object: 'member';
  /**
   * Id of the object
   */
  id: string;
  /**
   * Id of the person, the same in all of their accounts
   */
  person_id: string;
  /**
   * Address with which the person signs in
   */
  email: string;
  /**
   * Name of the person
   */
  name: string;
  /**
   * `owner`, `admin`, `member` or `viewer`: each may do what those after it may
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /**
   * True: the person signs in with a second factor
   */
  second_factor: boolean;
  /**
   * When the person became a member
   */
  created_at: string;
}
export interface MemberItem {
  /**
   * Id of the object
   */
  id: string;
  /**
   * Id of the person, the same in all of their accounts
   */
  person_id: string;
  /**
   * Address with which the person signs in
   */
  email: string;
  /**
   * Name of the person
   */
  name: string;
  /**
   * `owner`, `admin`, `member` or `viewer`: each may do what those after it may
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /**
   * True: the person signs in with a second factor
   */
  second_factor: boolean;
  /**
   * When the person became a member
   */
  created_at: string;
}
export interface DeletedMember {
  /**
   * Type of the object
   */
  object: 'member';
  /**
   * Id of the object
   */
  id: string;
  /**
   * True: the person is no member of the account any more
   */
  deleted: true;
}
export interface Usage {
  /**
   * Type of the object
   */
  object: 'usage';
  /**
   * Emails, one per recipient
   */
  emails: {
    /**
     * Of this UTC day
     */
    daily: {
      /**
       * What counts towards the limit: sent and received emails
       */
      used: number;
      /**
       * Limit of the day by the plan, or by the sandbox; null: none
       */
      limit: number | null;
      /**
       * Emails that were accepted to be sent, without those that were refunded
       */
      sent: number;
      /**
       * Received emails
       */
      received: number;
      /**
       * When the count begins again
       */
      resets_at: string;
    };
    /**
     * Of this calendar month, in UTC
     */
    monthly: {
      /**
       * What counts towards the limit: sent and received emails
       */
      used: number;
      /**
       * Limit of the month by the plan; null: none
       */
      limit: number | null;
      /**
       * Emails that were accepted to be sent, without those that were refunded
       */
      sent: number;
      /**
       * Received emails
       */
      received: number;
      /**
       * When the count begins again
       */
      resets_at: string;
    };
  };
  /**
   * Contacts of all audiences
   */
  contacts: {
    /**
     * How many there are. Of an account without a limit, 100,000 means that many or more: counting stops there
     */
    used: number;
    /**
     * How many the plan allows; null: any number
     */
    limit: number | null;
  };
  /**
   * Segments
   */
  segments: {
    /**
     * How many there are
     */
    used: number;
    /**
     * How many an account can have
     */
    limit: number | null;
  };
  /**
   * Broadcasts
   */
  broadcasts: {
    /**
     * How many there are
     */
    used: number;
    /**
     * Null: there is no limit
     */
    limit: number | null;
  };
  /**
   * Credits for functions that use AI
   */
  ai_credits: {
    /**
     * How many are used
     */
    used: number;
    /**
     * How many the plan gives; null: any number
     */
    limit: number | null;
    /**
     * When there will be more of them; null: at no time that is known
     */
    next_increase_at: string | null;
  };
  /**
   * Runs of automations that were started in the last 30 days
   */
  automation_runs: {
    /**
     * How many were started
     */
    used: number;
    /**
     * How many the plan allows in 30 days; null: any number
     */
    limit: number | null;
    /**
     * When the oldest of these runs stop counting; null: none count
     */
    resets_at: string | null;
  };
  /**
   * Verified domains
   */
  domains: {
    /**
     * How many there are
     */
    used: number;
    /**
     * How many the plan allows; null: any number
     */
    limit: number | null;
  };
  /**
   * Limit of requests to `POST /emails` from one client
   */
  rate_limit: {
    /**
     * Requests in `duration`; null: there is no limit
     */
    limit: number | null;
    /**
     * Milliseconds, as text: `60000ms`
     */
    duration: string;
  };
}
export interface Rule {
  /**
   * What the object is. When absent, it is a rule, or the short form of a node: an object with only `rule`, `and`, `or` or `not`
   */
  type?: 'rule' | 'and' | 'or' | 'not';
  /**
   * Of a rule: the field, such as `contact.email`, `contact.properties.<key>`, `segment` or `topic.<id>`
   */
  field?: string;
  /**
   * Of a rule: what it asks of the field
   */
  operator?:
    | 'eq'
    | 'neq'
    | 'gt'
    | 'gte'
    | 'lt'
    | 'lte'
    | 'contains'
    | 'starts_with'
    | 'ends_with'
    | 'exists'
    | 'is_empty';
  /**
   * Of a rule: the value of the operator. `exists` and `is_empty` take none
   */
  value?: string | number | boolean | null;
  /**
   * Of `and` and `or`: what they combine
   *
   * @minItems 1
   * @maxItems 50
   */
  rules?: Rule[];
  rule?: Rule1;
  /**
   * Short form: all of these must be met
   *
   * @minItems 1
   * @maxItems 50
   */
  and?: Rule[];
  /**
   * Short form: one of these must be met
   *
   * @minItems 1
   * @maxItems 50
   */
  or?: Rule[];
  not?: Rule3;
}
/**
 * Of `not`: what must not be met; as the short form of a rule: the rule
 */
export interface Rule1 {
  /**
   * What the object is. When absent, it is a rule, or the short form of a node: an object with only `rule`, `and`, `or` or `not`
   */
  type?: 'rule' | 'and' | 'or' | 'not';
  /**
   * Of a rule: the field, such as `contact.email`, `contact.properties.<key>`, `segment` or `topic.<id>`
   */
  field?: string;
  /**
   * Of a rule: what it asks of the field
   */
  operator?:
    | 'eq'
    | 'neq'
    | 'gt'
    | 'gte'
    | 'lt'
    | 'lte'
    | 'contains'
    | 'starts_with'
    | 'ends_with'
    | 'exists'
    | 'is_empty';
  /**
   * Of a rule: the value of the operator. `exists` and `is_empty` take none
   */
  value?: string | number | boolean | null;
  /**
   * Of `and` and `or`: what they combine
   *
   * @minItems 1
   * @maxItems 50
   */
  rules?: Rule[];
  rule?: Rule1;
  /**
   * Short form: all of these must be met
   *
   * @minItems 1
   * @maxItems 50
   */
  and?: Rule[];
  /**
   * Short form: one of these must be met
   *
   * @minItems 1
   * @maxItems 50
   */
  or?: Rule[];
  not?: Rule3;
}
/**
 * Short form: this must not be met
 */
export interface Rule3 {
  /**
   * What the object is. When absent, it is a rule, or the short form of a node: an object with only `rule`, `and`, `or` or `not`
   */
  type?: 'rule' | 'and' | 'or' | 'not';
  /**
   * Of a rule: the field, such as `contact.email`, `contact.properties.<key>`, `segment` or `topic.<id>`
   */
  field?: string;
  /**
   * Of a rule: what it asks of the field
   */
  operator?:
    | 'eq'
    | 'neq'
    | 'gt'
    | 'gte'
    | 'lt'
    | 'lte'
    | 'contains'
    | 'starts_with'
    | 'ends_with'
    | 'exists'
    | 'is_empty';
  /**
   * Of a rule: the value of the operator. `exists` and `is_empty` take none
   */
  value?: string | number | boolean | null;
  /**
   * Of `and` and `or`: what they combine
   *
   * @minItems 1
   * @maxItems 50
   */
  rules?: Rule[];
  rule?: Rule1;
  /**
   * Short form: all of these must be met
   *
   * @minItems 1
   * @maxItems 50
   */
  and?: Rule[];
  /**
   * Short form: one of these must be met
   *
   * @minItems 1
   * @maxItems 50
   */
  or?: Rule[];
  not?: Rule3;
}
export interface SendEmailBody {
  /**
   * A published template: `{id}` or `{alias}`, and its `variables`
   */
  template?: {
    /**
     * Id or alias of the template
     */
    id?: string | null;
    /**
     * Alias or id of the template
     */
    alias?: string | null;
    /**
     * Values for the variables of the template
     */
    variables?: {} | null;
  } | null;
  /**
   * Id of the template
   */
  template_id?: string | null;
  /**
   * Alias of the template
   */
  template_alias?: string | null;
  /**
   * Values for the variables of the template
   */
  variables?: {} | null;
  /**
   * Topic of the email; recipients may opt out of a topic
   */
  topic_id?: string | null;
  /**
   * Sender: `email@domain` or `Name <email@domain>`, from a domain of the account that may send
   */
  from?: string | ('' | null);
  /**
   * Recipients: an address or a list of 1 to 50
   */
  to: string | string[];
  /**
   * Recipients of a copy: an address or a list of up to 50
   */
  cc?: string | string[] | ('' | null) | unknown[];
  /**
   * Recipients of a blind copy: an address or a list of up to 50
   */
  bcc?: string | string[] | ('' | null) | unknown[];
  /**
   * Addresses for replies: an address or a list of up to 50
   */
  reply_to?: string | string[] | ('' | null) | unknown[];
  /**
   * Subject line
   */
  subject?: string | ('' | null);
  /**
   * HTML body. The email needs `html` or `text`
   */
  html?: string | null;
  /**
   * Plain-text body. When absent, it is generated from `html`; an empty string sends no text part
   */
  text?: string | null;
  /**
   * Custom headers: name and value
   */
  headers?: {
    [k: string]: string;
  } | null;
  /**
   * Name and value pairs, for filtering the list of emails
   */
  tags?:
    | {
        /**
         * Name of the tag: ASCII letters, digits, `_` and `-`
         */
        name: string;
        /**
         * Value of the tag: ASCII letters, digits, `_` and `-`
         */
        value: string;
      }[]
    | null;
  /**
   * Preview that mailboxes show next to the subject
   */
  preview_text?: string | null;
  /**
   * Up to 100 files, each with `content` or `path`: at most 25 MB per file and 40 MB together. No two may have the same `content_id`
   */
  attachments?:
    | {
        /**
         * Name of the file; when absent, `attachment-0`, `attachment-1` and so on
         */
        filename?: string | ('' | null);
        /**
         * Content of the file: base64, a list of its bytes, or a Buffer of Node.js as JSON.stringify writes it
         */
        content?:
          | string
          | number[]
          | {
              /**
               * Always `Buffer`
               */
              type: 'Buffer';
              /**
               * The bytes of the file
               */
              data: number[];
            }
          | null;
        /**
         * URL of the file, in place of `content`. It is fetched when the email is sent
         */
        path?: string | ('' | null);
        /**
         * Content type of the file; when absent, it is guessed from the filename
         */
        content_type?: string | ('' | null);
        /**
         * Id that the HTML body uses to show the file inline: `cid:…`
         */
        content_id?: string | ('' | null);
        /**
         * Older name of `content_id`
         */
        inline_content_id?: string | ('' | null);
        /**
         * `inline` or `attachment`; when absent, `inline` with a `content_id` and otherwise `attachment`
         */
        content_disposition?: ('inline' | 'attachment') | ('' | null);
      }[]
    | null;
  /**
   * When the email is sent; null: immediately
   */
  scheduled_at?: string | null;
}
export interface ListEmailsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only emails with this status; `scheduled` means `pending`
   */
  status?:
    | 'pending'
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'delivery_delayed'
    | 'bounced'
    | 'complained'
    | 'suppressed'
    | 'failed'
    | 'canceled'
    | 'scheduled';
  /**
   * Only emails with this text in the subject, the sender or a `to` address
   */
  q?: string;
  /**
   * `scheduled`: only pending emails; `sent`: all other emails
   */
  folder?: 'sent' | 'scheduled';
  /**
   * Only emails from this sender
   */
  from?: string;
  /**
   * Only emails to this recipient
   */
  to?: string;
  /**
   * Only emails with this tag: `name` or `name:value`
   */
  tag?: string;
  /**
   * Only emails that were submitted this way
   */
  source?: 'api' | 'batch' | 'campaign' | 'automation' | 'reply' | 'forward' | 'smtp' | 'notice';
}
export interface GetEmailMetricsQuery {
  /**
   * Start of the time range: an ISO 8601 date or time. Without an offset it is in `timezone`; when absent, six days before `end_date`
   */
  start_date?: string;
  /**
   * End of the time range. A date without a time includes that whole day; when absent, the current time
   */
  end_date?: string;
  /**
   * IANA time zone of the periods, and of times without an offset
   */
  timezone?: string;
  /**
   * Length of a period
   */
  granularity?: 'hourly' | 'daily' | 'weekly' | 'monthly';
  /**
   * Names of metrics, separated by commas; when absent, all metrics
   */
  metrics?: string;
  /**
   * `period`, `domain` and `email`, separated by commas; `email` requires `email_id`
   */
  dimensions?: string;
  /**
   * Only emails from these domains: up to 100 ids, separated by commas
   */
  domain_id?: string;
  /**
   * Only these emails: up to 100 ids, separated by commas
   */
  email_id?: string;
}
export interface ShareEmailBody {
  /**
   * How long the link is valid, such as `10m` or `2 hours`. Default and maximum: 48 hours
   */
  expires_in?: string | null;
}
export interface UpdateEmailBody {
  /**
   * When the email is sent; null: immediately
   */
  scheduled_at: string;
}
export interface ListEmailAttachmentsQuery {
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Number of objects per page; when absent, all objects are returned
   */
  limit?: number;
}
export interface ListApiKeysQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface CreateApiKeyBody {
  /**
   * Name of the key, for people: one line of up to 200 characters
   */
  name: string;
  /**
   * What the key may do: everything (`full_access`), or only send (`sending_access`)
   */
  permission?: ('full_access' | 'sending_access') | null;
  /**
   * The only domain that the key may send from, with `sending_access` only; null: any domain of the account
   */
  domain_id?: string | null;
  /**
   * When the key expires; null: never
   */
  expires_at?: string | null;
  /**
   * IP addresses and ranges from which the key may be used, up to 100; null: from anywhere
   */
  allowed_addresses?: string[] | null;
}
export interface UpdateApiKeyBody {
  /**
   * Name of the key, for people: one line of up to 200 characters
   */
  name?: string;
  /**
   * What the key may do: everything (`full_access`), or only send (`sending_access`)
   */
  permission?: 'full_access' | 'sending_access';
  /**
   * The only domain that the key may send from, with `sending_access` only; null: any domain of the account
   */
  domain_id?: string | null;
  /**
   * When the key expires; null: never
   */
  expires_at?: string | null;
  /**
   * IP addresses and ranges from which the key may be used, up to 100; null: from anywhere
   */
  allowed_addresses?: string[] | null;
}
export interface CreateDomainBody {
  /**
   * The domain name; other scripts are converted to ASCII
   */
  name: string;
  /**
   * Region that serves the domain; it is stored and has no effect
   */
  region?: string | ('' | null);
  /**
   * Subdomain label of the return path, the address that receives bounces. It cannot be changed later
   */
  custom_return_path?: string | null;
  /**
   * Whether opens are recorded
   */
  open_tracking?: boolean | null;
  /**
   * Whether clicks are recorded
   */
  click_tracking?: boolean | null;
  /**
   * Subdomain label of tracked links
   */
  tracking_subdomain?: string | null;
  /**
   * What the domain is used for; at least one capability must be enabled
   */
  capabilities?: {
    /**
     * Whether the domain sends email
     */
    sending?: ('enabled' | 'disabled') | null;
    /**
     * Whether the domain receives email
     */
    receiving?: ('enabled' | 'disabled') | null;
  } | null;
  /**
   * `enforced`: email is sent only over TLS; `opportunistic`: over TLS if the receiving server offers it
   */
  tls?: ('opportunistic' | 'enforced') | null;
}
export interface ListDomainsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface StartDomainClaimBody {
  /**
   * The domain name to claim
   */
  name: string;
  /**
   * Region that serves the domain; it has no effect
   */
  region?: string | ('' | null);
  /**
   * Subdomain label of the return path, the address that receives bounces
   */
  custom_return_path?: string | null;
  /**
   * Whether opens are recorded
   */
  open_tracking?: boolean | null;
  /**
   * Whether clicks are recorded
   */
  click_tracking?: boolean | null;
  /**
   * Subdomain label of tracked links
   */
  tracking_subdomain?: string | null;
}
export interface UpdateDomainBody {
  /**
   * Cannot be changed: the present value, or absent
   */
  name?: string;
  /**
   * Cannot be changed: the present value, or absent
   */
  region?: string;
  /**
   * Cannot be changed: the present value, or absent
   */
  custom_return_path?: string;
  /**
   * What the domain is used for
   */
  capabilities?: {
    /**
     * Whether the domain sends email
     */
    sending?: 'enabled' | 'disabled';
    /**
     * Whether the domain receives email
     */
    receiving?: 'enabled' | 'disabled';
  };
  /**
   * Whether opens are recorded
   */
  open_tracking?: boolean;
  /**
   * Whether clicks are recorded
   */
  click_tracking?: boolean;
  /**
   * `enforced`: email is sent only over TLS; `opportunistic`: over TLS if the receiving server offers it
   */
  tls?: 'opportunistic' | 'enforced';
  /**
   * Subdomain label of tracked links; null removes it
   */
  tracking_subdomain?: string | null;
  /**
   * True: makes this domain the default one of the account, in place of another; false: it is not the default one
   */
  default?: boolean;
}
export interface CreateContactImportBody {
  /**
   * The CSV as text, in place of a file
   */
  csv: string;
  /**
   * Id of the audience; absent: the default audience
   */
  audience_id?: string | null;
  /**
   * What happens to an address that is a contact already: `update` (or `upsert`) changes the contact, `skip` leaves it as it is
   */
  on_conflict?: ('update' | 'upsert' | 'skip') | null;
  /**
   * Encoding of the file
   */
  encoding?: ('utf-8' | 'utf-16le' | 'windows-1252') | null;
  /**
   * Which column of the file has which field. Absent: the names in the first row are fields and keys of properties, and other columns are ignored
   */
  column_map?: {
    /**
     * Column of the address; absent: `email`
     */
    email?: string | ('' | null);
    /**
     * Column of the first name
     */
    first_name?: string | ('' | null);
    /**
     * Column of the last name
     */
    last_name?: string | ('' | null);
    /**
     * Column that says who has unsubscribed: true, yes or 1; false, no, 0 or nothing changes nothing
     */
    unsubscribed?: string | ('' | null);
    /**
     * Columns of contact properties, by the keys of the properties
     */
    properties?: {
      [k: string]: {
        /**
         * Name of the column
         */
        column: string;
        /**
         * Type of the property, which must exist
         */
        type?: ('string' | 'number' | 'boolean' | 'date') | null;
      };
    } | null;
  } | null;
  /**
   * Segments to add the contacts to: ids, or objects with an id
   */
  segments?:
    | (
        | string
        | {
            /**
             * Id of the segment
             */
            id: string;
          }
      )[]
    | null;
  /**
   * Subscriptions to topics; `opt_in` has an effect only where the address has not chosen, `opt_out` always
   */
  topics?:
    | {
        /**
         * Id of the topic
         */
        id: string;
        /**
         * `opt_in`: it receives the mail of the topic; `opt_out`: it does not
         */
        subscription: 'opt_in' | 'opt_out';
      }[]
    | null;
}
export interface ListContactImportsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only imports with this status
   */
  status?: 'queued' | 'in_progress' | 'completed' | 'failed' | 'canceled';
}
export interface ListContactImportFailuresQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface CreateContactBody {
  /**
   * The address: `email@domain`, without a name
   */
  email: string;
  /**
   * First name
   */
  first_name?: string | ('' | null);
  /**
   * Last name
   */
  last_name?: string | ('' | null);
  /**
   * True unsubscribes the address from everything; false changes nothing here
   */
  unsubscribed?: boolean | null;
  /**
   * Values of contact properties by their keys; the properties must exist
   */
  properties?: {} | null;
  /**
   * Segments to add the contact to: ids, or objects with an id
   */
  segments?:
    | (
        | string
        | {
            /**
             * Id of the segment
             */
            id: string;
          }
      )[]
    | null;
  /**
   * Subscriptions to topics; `opt_in` has an effect only where the address has not chosen, `opt_out` always
   */
  topics?:
    | {
        /**
         * Id of the topic
         */
        id: string;
        /**
         * `opt_in`: it receives the mail of the topic; `opt_out`: it does not
         */
        subscription: 'opt_in' | 'opt_out';
      }[]
    | null;
  /**
   * Id of the audience; absent: the default audience
   */
  audience_id?: string | null;
}
export interface ListContactsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only the members of this segment
   */
  segment_id?: string;
  /**
   * Only contacts that the mail of this topic reaches
   */
  topic_id?: string;
  /**
   * Only contacts whose address has unsubscribed (true) or has not (false)
   */
  unsubscribed?: boolean;
  /**
   * Only the contact of this address
   */
  email?: string;
  /**
   * Text in the address or the name. Searches the 50,000 contacts nearest to the cursor
   */
  q?: string;
}
export interface UpdateContactBody {
  /**
   * A new address: `email@domain`, without a name. No other contact of the audience may have it
   */
  email?: string | null;
  /**
   * First name; null removes it
   */
  first_name?: string | null;
  /**
   * Last name; null removes it
   */
  last_name?: string | null;
  /**
   * True unsubscribes the address from everything; false takes that back
   */
  unsubscribed?: boolean | null;
  /**
   * Values of contact properties by their keys; null removes a value
   */
  properties?: {} | null;
}
export interface DeleteContactQuery {
  /**
   * True: deletes the contacts of the address in all audiences, and removes the address and its names from emails, events, webhook messages and logs
   */
  erase?: boolean;
}
export interface ListContactSegmentsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface ListContactTopicsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface CreateAudienceContactBody {
  /**
   * The address: `email@domain`, without a name
   */
  email: string;
  /**
   * First name
   */
  first_name?: string | ('' | null);
  /**
   * Last name
   */
  last_name?: string | ('' | null);
  /**
   * True unsubscribes the address from everything; false changes nothing here
   */
  unsubscribed?: boolean | null;
  /**
   * Values of contact properties by their keys; the properties must exist
   */
  properties?: {} | null;
  /**
   * Segments to add the contact to: ids, or objects with an id
   */
  segments?:
    | (
        | string
        | {
            /**
             * Id of the segment
             */
            id: string;
          }
      )[]
    | null;
  /**
   * Subscriptions to topics; `opt_in` has an effect only where the address has not chosen, `opt_out` always
   */
  topics?:
    | {
        /**
         * Id of the topic
         */
        id: string;
        /**
         * `opt_in`: it receives the mail of the topic; `opt_out`: it does not
         */
        subscription: 'opt_in' | 'opt_out';
      }[]
    | null;
}
export interface ListAudienceContactsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only the members of this segment
   */
  segment_id?: string;
  /**
   * Only contacts that the mail of this topic reaches
   */
  topic_id?: string;
  /**
   * Only contacts whose address has unsubscribed (true) or has not (false)
   */
  unsubscribed?: boolean;
  /**
   * Only the contact of this address
   */
  email?: string;
  /**
   * Text in the address or the name. Searches the 50,000 contacts nearest to the cursor
   */
  q?: string;
}
export interface UpdateAudienceContactBody {
  /**
   * A new address: `email@domain`, without a name. No other contact of the audience may have it
   */
  email?: string | null;
  /**
   * First name; null removes it
   */
  first_name?: string | null;
  /**
   * Last name; null removes it
   */
  last_name?: string | null;
  /**
   * True unsubscribes the address from everything; false takes that back
   */
  unsubscribed?: boolean | null;
  /**
   * Values of contact properties by their keys; null removes a value
   */
  properties?: {} | null;
}
export interface DeleteAudienceContactQuery {
  /**
   * True: deletes the contacts of the address in all audiences, and removes the address and its names from emails, events, webhook messages and logs
   */
  erase?: boolean;
}
export interface ListSegmentContactsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only the members of this segment
   */
  segment_id?: string;
  /**
   * Only contacts that the mail of this topic reaches
   */
  topic_id?: string;
  /**
   * Only contacts whose address has unsubscribed (true) or has not (false)
   */
  unsubscribed?: boolean;
  /**
   * Only the contact of this address
   */
  email?: string;
  /**
   * Text in the address or the name. Searches the 50,000 contacts nearest to the cursor
   */
  q?: string;
}
export interface CreateSuppressionBody {
  /**
   * The address: `email@domain`, without a name
   */
  email: string;
}
export interface ListSuppressionsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only entries with this origin
   */
  origin?: 'bounce' | 'complaint' | 'manual';
  /**
   * Only the entry of this address
   */
  email?: string;
}
export interface AddSuppressionsBody {
  /**
   * Up to 1,000 addresses: `email@domain`, without a name
   *
   * @minItems 1
   * @maxItems 1000
   */
  emails: string[];
}
export interface RemoveSuppressionsBody {
  /**
   * Up to 1,000 addresses; cannot be combined with `ids`
   */
  emails?: string[] | null;
  /**
   * Up to 1,000 ids of entries; cannot be combined with `emails`
   */
  ids?: string[] | null;
}
export interface CreateAudienceBody {
  /**
   * Name, up to 200 characters
   */
  name: string;
}
export interface ListAudiencesQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface CreateContactPropertyBody {
  /**
   * Name of the property in contacts and templates: up to 50 letters, digits and underscores. It cannot be changed later
   */
  key: string;
  /**
   * Type of the values; a date is an ISO 8601 date or time. It cannot be changed later
   */
  type: 'string' | 'number' | 'boolean' | 'date';
  /**
   * Value that is used for contacts without a value; null: there is none
   */
  fallback_value?: string | number | boolean | null;
}
export interface ListContactPropertiesQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface UpdateContactPropertyBody {
  /**
   * Cannot be changed: the present key, or absent
   */
  key?: string;
  /**
   * Cannot be changed: the present type, or absent
   */
  type?: 'string' | 'number' | 'boolean' | 'date';
  /**
   * Value that is used for contacts without a value; null: there is none
   */
  fallback_value?: string | number | boolean | null;
}
export interface SendEventBody {
  /**
   * Name of the event; it need not be defined
   */
  event: string;
  /**
   * Name of the domain whose automations take the event; by default the default domain of the account
   */
  domain?: string | null;
  /**
   * Id of the contact. Exactly one of `contact_id` and `email` is given
   */
  contact_id?: string | ('' | null);
  /**
   * Address of the contact in the audience of the domain; the contact is created if there is none
   */
  email?: string | ('' | null);
  /**
   * Any object, up to 64 KiB as JSON
   */
  payload?: {} | null;
}
export interface CreateEventBody {
  /**
   * Name, up to 200 characters. `contact.created` and names that begin with `service:` belong to the service
   */
  name: string;
  /**
   * Field of the payload → its type: `string`, `number`, `boolean` or `date`. Null or absent: any payload
   */
  schema?: {} | null;
}
export interface ListEventsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface UpdateEventBody {
  /**
   * The new schema: field of the payload → its type. Null removes the schema, so any payload fits
   */
  schema: {} | null;
}
export interface ListContactEventsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface CreateSegmentBody {
  /**
   * Name, up to 200 characters
   */
  name: string;
  /**
   * Id of the audience whose contacts the segment can have; when absent, the default audience. It cannot be changed later
   */
  audience_id?: string | null;
  /**
   * Makes the segment dynamic: the rules that a contact must meet to be in it. When absent or null, the segment is static. Whether it is static or dynamic cannot be changed later
   */
  filter?: Rule | null;
}
export interface ListSegmentsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface PreviewSegmentBody {
  filter: Rule2;
  /**
   * Id of the audience; when absent, the default audience
   */
  audience_id?: string | null;
}
/**
 * The rules that a contact must meet
 */
export interface Rule2 {
  /**
   * What the object is. When absent, it is a rule, or the short form of a node: an object with only `rule`, `and`, `or` or `not`
   */
  type?: 'rule' | 'and' | 'or' | 'not';
  /**
   * Of a rule: the field, such as `contact.email`, `contact.properties.<key>`, `segment` or `topic.<id>`
   */
  field?: string;
  /**
   * Of a rule: what it asks of the field
   */
  operator?:
    | 'eq'
    | 'neq'
    | 'gt'
    | 'gte'
    | 'lt'
    | 'lte'
    | 'contains'
    | 'starts_with'
    | 'ends_with'
    | 'exists'
    | 'is_empty';
  /**
   * Of a rule: the value of the operator. `exists` and `is_empty` take none
   */
  value?: string | number | boolean | null;
  /**
   * Of `and` and `or`: what they combine
   *
   * @minItems 1
   * @maxItems 50
   */
  rules?: Rule[];
  rule?: Rule1;
  /**
   * Short form: all of these must be met
   *
   * @minItems 1
   * @maxItems 50
   */
  and?: Rule[];
  /**
   * Short form: one of these must be met
   *
   * @minItems 1
   * @maxItems 50
   */
  or?: Rule[];
  not?: Rule3;
}
export interface UpdateSegmentBody {
  /**
   * Name, up to 200 characters
   */
  name?: string;
  /**
   * Cannot be changed: the present id, or absent
   */
  audience_id?: string;
  /**
   * Replaces the rules of a dynamic segment; null is the filter of a static one
   */
  filter?: Rule | null;
}
export interface CreateTemplateBody {
  /**
   * Name, up to 200 characters
   */
  name: string;
  /**
   * Name by which sends and paths can call the template; unique in the account
   */
  alias?: string | null;
  /**
   * Sender; a send may give another one. null: the send must give it
   */
  from?: string | null;
  /**
   * Subject; a send may give another one. null: the send must give it
   */
  subject?: string | null;
  /**
   * Addresses for replies; a send may give others
   */
  reply_to?: string | string[] | null;
  /**
   * Text that mailboxes show after the subject; a send may give another one
   */
  preview_text?: string | null;
  /**
   * HTML body
   */
  html?: string | null;
  /**
   * Plain-text body. null: it is made from `html`; an empty text: none
   */
  text?: string | null;
  /**
   * The variables that the source uses, up to 50
   */
  variables?:
    | {
        /**
         * Name of the variable: letters, digits and `_`
         */
        key: string;
        /**
         * Type that a value must have
         */
        type: 'string' | 'number' | 'boolean' | 'list' | 'object';
        /**
         * Value where a send gives none; null: a send must give one
         */
        fallback_value?: {
          [k: string]: unknown;
        };
      }[]
    | null;
  /**
   * True: publishing writes the CSS of `html` into the style attributes of its elements
   */
  inline_css?: boolean | null;
  /**
   * `code`: the source is edited; `write`: the document of the visual editor is
   */
  editor?: ('code' | 'write') | null;
  /**
   * Document of the visual editor, which is stored unchanged
   */
  document?: {} | null;
}
export interface ListTemplatesQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface PreviewUnsavedTemplateBody {
  /**
   * Sender
   */
  from?: string | null;
  /**
   * Subject
   */
  subject?: string | null;
  /**
   * Addresses for replies; a send may give others
   */
  reply_to?: string | string[] | null;
  /**
   * Text that mailboxes show after the subject; a send may give another one
   */
  preview_text?: string | null;
  /**
   * HTML body
   */
  html?: string | null;
  /**
   * Plain-text body. null: it is made from `html`; an empty text: none
   */
  text?: string | null;
  /**
   * Values of the variables, by name; or a list that declares variables, as in POST /templates, and then `values` has the values
   */
  variables?:
    | {
        /**
         * Name of the variable: letters, digits and `_`
         */
        key: string;
        /**
         * Type that a value must have
         */
        type: 'string' | 'number' | 'boolean' | 'list' | 'object';
        /**
         * Value where a send gives none; null: a send must give one
         */
        fallback_value?: {
          [k: string]: unknown;
        };
      }[]
    | {}
    | null;
  /**
   * True: publishing writes the CSS of `html` into the style attributes of its elements
   */
  inline_css?: boolean | null;
  /**
   * `code`: the source is edited; `write`: the document of the visual editor is
   */
  editor?: ('code' | 'write') | null;
  /**
   * Document of the visual editor, which is stored unchanged
   */
  document?: {} | null;
  /**
   * Values of the variables that `variables` declares
   */
  values?: {} | null;
  /**
   * Values of `contact.*` in the preview
   */
  contact?: {
    /**
     * Address of the contact
     */
    email?: string;
    /**
     * First name
     */
    first_name?: string | null;
    /**
     * Last name
     */
    last_name?: string | null;
    /**
     * Whether the address has unsubscribed from everything
     */
    unsubscribed?: boolean;
    /**
     * Values of the contact properties
     */
    properties?: {};
  } | null;
  /**
   * Values of `event.*` in the preview, as in an automation
   */
  event?: {} | null;
}
export interface UpdateTemplateBody {
  /**
   * Name, up to 200 characters
   */
  name?: string;
  /**
   * Name by which sends and paths can call the template; null removes it
   */
  alias?: string | null;
  /**
   * Sender; a send may give another one. null: the send must give it
   */
  from?: string | null;
  /**
   * Subject; a send may give another one. null: the send must give it
   */
  subject?: string | null;
  /**
   * Addresses for replies; a send may give others
   */
  reply_to?: string | string[] | null;
  /**
   * Text that mailboxes show after the subject; a send may give another one
   */
  preview_text?: string | null;
  /**
   * HTML body
   */
  html?: string | null;
  /**
   * Plain-text body. null: it is made from `html`; an empty text: none
   */
  text?: string | null;
  /**
   * The variables that the source uses, up to 50
   */
  variables?:
    | {
        /**
         * Name of the variable: letters, digits and `_`
         */
        key: string;
        /**
         * Type that a value must have
         */
        type: 'string' | 'number' | 'boolean' | 'list' | 'object';
        /**
         * Value where a send gives none; null: a send must give one
         */
        fallback_value?: {
          [k: string]: unknown;
        };
      }[]
    | null;
  /**
   * True: publishing writes the CSS of `html` into the style attributes of its elements
   */
  inline_css?: boolean;
  /**
   * `code`: the source is edited; `write`: the document of the visual editor is
   */
  editor?: 'code' | 'write';
  /**
   * Document of the visual editor, which is stored unchanged
   */
  document?: {} | null;
  /**
   * The `updated_at` that the client has read; if the template was changed since, nothing is changed
   */
  if_updated_at?: string | null;
}
export interface PreviewTemplateBody {
  /**
   * Values of the variables
   */
  variables?: {} | null;
  /**
   * Values of `contact.*` in the preview
   */
  contact?: {
    /**
     * Address of the contact
     */
    email?: string;
    /**
     * First name
     */
    first_name?: string | null;
    /**
     * Last name
     */
    last_name?: string | null;
    /**
     * Whether the address has unsubscribed from everything
     */
    unsubscribed?: boolean;
    /**
     * Values of the contact properties
     */
    properties?: {};
  } | null;
  /**
   * Values of `event.*` in the preview, as in an automation
   */
  event?: {} | null;
}
export interface TestTemplateBody {
  /**
   * Up to 5 addresses; each gets an email of its own
   */
  to: string | string[];
  /**
   * Values of the variables
   */
  variables?: {} | null;
}
export interface RevertTemplateBody {
  /**
   * Id of the version whose content the new draft gets
   */
  version_id: string;
}
export interface ListTemplateVersionsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface CreateAutomationBody {
  /**
   * Name, up to 200 characters; automations may share one
   */
  name: string;
  /**
   * Name of a domain of the account; when absent, its default domain. It cannot be changed later
   */
  domain?: string | null;
  /**
   * `enabled` needs a step besides the trigger
   */
  status?: ('enabled' | 'disabled') | null;
  /**
   * How often a contact may enter: `always`; `when_done`: not while it has a run in progress; `once`: never again
   */
  reentry?: ('always' | 'when_done' | 'once') | null;
  /**
   * Name of the event that starts a run; the alternative to a step of the type `trigger`. When both are absent, `contact.created`
   */
  trigger?: string | null;
  /**
   * When the trigger `service:schedule` starts the automation; null for every other trigger
   */
  trigger_config?: {
    /**
     * The time, in ISO 8601; without an offset it is in the time zone
     */
    at?: string;
    /**
     * IANA name of a time zone
     */
    timezone?: string;
  } | null;
  /**
   * Up to 150 steps, the trigger among them
   */
  steps?:
    | {
        /**
         * Name of the step in connections; unique in the automation, up to 64 characters
         */
        key?: string | ('' | null);
        /**
         * Type of the step
         */
        type?:
          | (
              | 'trigger'
              | 'send_email'
              | 'delay'
              | 'wait_for_event'
              | 'condition'
              | 'contact_update'
              | 'contact_delete'
              | 'add_to_segment'
            )
          | ('' | null);
        /**
         * What the step does, by its type
         */
        config?: {} | null;
      }[]
    | null;
  /**
   * Which step follows which. When absent or empty, each step follows the one before it in the list
   */
  connections?:
    | {
        /**
         * Key of a step
         */
        from?: string | ('' | null);
        /**
         * Key of the step that follows it
         */
        to?: string | ('' | null);
        /**
         * The outcome after which it follows; `default` when absent
         */
        type?:
          ('default' | 'condition_met' | 'condition_not_met' | 'event_received' | 'timeout') | ('' | null);
      }[]
    | null;
}
export interface ListAutomationsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only automations with this status
   */
  status?: 'enabled' | 'disabled';
}
export interface UpdateAutomationBody {
  /**
   * Name, up to 200 characters; automations may share one
   */
  name?: string;
  /**
   * Cannot be changed: the present name, or absent
   */
  domain?: string;
  /**
   * `enabled` or `disabled`; runs in progress continue. A change of the steps needs one of the two while the automation is enabled
   */
  status?: 'enabled' | 'disabled';
  /**
   * How often a contact may enter: `always`; `when_done`: not while it has a run in progress; `once`: never again
   */
  reentry?: 'always' | 'when_done' | 'once';
  /**
   * Name of the event that starts a run
   */
  trigger?: string;
  /**
   * When the trigger `service:schedule` starts the automation; null for every other trigger
   */
  trigger_config?: {
    /**
     * The time, in ISO 8601; without an offset it is in the time zone
     */
    at?: string;
    /**
     * IANA name of a time zone
     */
    timezone?: string;
  } | null;
  /**
   * Replaces all steps; a step whose key stays keeps its id
   */
  steps?: {
    /**
     * Name of the step in connections; unique in the automation, up to 64 characters
     */
    key?: string | ('' | null);
    /**
     * Type of the step
     */
    type?:
      | (
          | 'trigger'
          | 'send_email'
          | 'delay'
          | 'wait_for_event'
          | 'condition'
          | 'contact_update'
          | 'contact_delete'
          | 'add_to_segment'
        )
      | ('' | null);
    /**
     * What the step does, by its type
     */
    config?: {} | null;
  }[];
  /**
   * Replaces all connections. When absent or empty, and steps are given, each step follows the one before it in the list
   */
  connections?: {
    /**
     * Key of a step
     */
    from?: string | ('' | null);
    /**
     * Key of the step that follows it
     */
    to?: string | ('' | null);
    /**
     * The outcome after which it follows; `default` when absent
     */
    type?: ('default' | 'condition_met' | 'condition_not_met' | 'event_received' | 'timeout') | ('' | null);
  }[];
}
export interface StopAutomationBody {
  /**
   * False: runs in progress continue
   */
  cancel_runs?: boolean | null;
}
export interface AddAutomationStepBody {
  /**
   * Type of the step
   */
  type:
    | 'send_email'
    | 'delay'
    | 'wait_for_event'
    | 'condition'
    | 'contact_update'
    | 'contact_delete'
    | 'add_to_segment';
  /**
   * Name of the step in connections, up to 64 characters; when absent, it is made from the type
   */
  key?: string | ('' | null);
  /**
   * What the step does, by its type
   */
  config?: {} | null;
}
export interface UpdateAutomationStepBody {
  /**
   * Cannot be changed: the present type, or absent
   */
  type?:
    | 'send_email'
    | 'delay'
    | 'wait_for_event'
    | 'condition'
    | 'contact_update'
    | 'contact_delete'
    | 'add_to_segment';
  /**
   * Another name; connections follow it
   */
  key?: string;
  /**
   * Replaces what the step does
   */
  config?: {};
}
export interface ListAutomationRunsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only runs with one of these statuses, separated by commas
   */
  status?: string;
  /**
   * Only runs of this contact
   */
  contact_id?: string;
  /**
   * Id or key of a step: only runs that are at it, have failed at it or were cancelled at it
   */
  step?: string;
}
export interface EnrollContactsBody {
  /**
   * Id of a contact of the audience of the automation
   */
  contact_id?: string | ('' | null);
  /**
   * Address of a contact of the audience of the automation
   */
  email?: string | ('' | null);
  /**
   * Id of a segment of the audience of the automation: its members
   */
  segment_id?: string | ('' | null);
  /**
   * True: all contacts of the audience of the automation
   */
  all?: true | null;
}
export interface RetryAutomationRunsBody {
  /**
   * Only runs that have failed since then: a time in ISO 8601 or in English, not in the future
   */
  since: string;
}
export interface ListAutomationBatchesQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only batches of this type
   */
  type?: 'schedule' | 'enroll' | 'retry' | 'cancel';
  /**
   * Only batches with this status
   */
  status?: 'pending' | 'running' | 'completed' | 'cancelled' | 'missed' | 'failed';
}
export interface SimulateAutomationBody {
  /**
   * Id of a contact of the audience of the automation
   */
  contact_id?: string | ('' | null);
  /**
   * Address of a contact of the audience of the automation
   */
  email?: string | ('' | null);
  /**
   * A contact that does not exist, in place of `contact_id` and `email`
   */
  contact?: {
    /**
     * Address of the contact
     */
    email: string;
    /**
     * First name
     */
    first_name?: string | ('' | null);
    /**
     * Last name
     */
    last_name?: string | ('' | null);
    /**
     * Whether it has unsubscribed from everything; by default as its address has
     */
    unsubscribed?: boolean | null;
    /**
     * Key of a contact property → its value
     */
    properties?: {} | null;
  } | null;
  /**
   * Payload of the event that starts the run; up to 64 KiB as JSON
   */
  payload?: {} | null;
  /**
   * Events that come while the run is on its way
   */
  events?:
    | {
        /**
         * Name of the event
         */
        event: string;
        /**
         * How long after the start it comes, such as `2 days`; up to 366 days
         */
        after: string;
        /**
         * Payload of the event; up to 64 KiB as JSON
         */
        payload?: {} | null;
      }[]
    | null;
}
export interface CreateTopicBody {
  /**
   * Name, up to 50 characters
   */
  name: string;
  /**
   * Description, up to 200 characters
   */
  description?: string | ('' | null);
  /**
   * `opt_in`: an address receives the topic unless it opts out; `opt_out`: only if it opts in. It cannot be changed later
   */
  default_subscription: 'opt_in' | 'opt_out';
  /**
   * `public`: everybody can choose the topic; `private`: only those who receive it, or have left it themselves, see it. By default `private`
   */
  visibility?: ('public' | 'private') | null;
}
export interface ListTopicsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface UpdateTopicBody {
  /**
   * Name, up to 50 characters
   */
  name?: string;
  /**
   * Description, up to 200 characters; null removes it
   */
  description?: string | null;
  /**
   * Cannot be changed: the present value, or absent
   */
  default_subscription?: 'opt_in' | 'opt_out';
  /**
   * `public`: everybody can choose the topic; `private`: only those who receive it, or have left it themselves, see it
   */
  visibility?: 'public' | 'private';
}
export interface UpdateUnsubscribePageBody {
  /**
   * Heading of the pages, up to 100 characters; null: what the page is for
   */
  title?: string | null;
  /**
   * Text below the heading, up to 1,000 characters; null: none
   */
  description?: string | null;
  /**
   * Text after unsubscribing, up to 1,000 characters; null: a text of the service
   */
  confirmation?: string | null;
  /**
   * https URL of an image at the top of the pages, up to 2,000 characters; null: none
   */
  logo_url?: string | null;
  /**
   * Colour of the background as `#rrggbb`; null: white
   */
  background_color?: string | null;
  /**
   * Colour of texts as `#rrggbb`, with a contrast of at least 4.5:1 to the background; null: a dark blue
   */
  text_color?: string | null;
  /**
   * Colour of buttons as `#rrggbb`; null: blue
   */
  accent_color?: string | null;
  /**
   * Who sends the emails, up to 100 characters; null: “this sender”
   */
  sender_name?: string | null;
  /**
   * Postal address at the foot of the pages, up to 500 characters; null: none
   */
  postal_address?: string | null;
}
export interface CreateWebhookBody {
  /**
   * URL that events are posted to: a public http or https URL. Required, under this name or as `endpoint`
   */
  endpoint_url?: string | ('' | null);
  /**
   * Alias of `endpoint_url`: requests may use either name, answers contain both
   */
  endpoint?: string | ('' | null);
  /**
   * Event types that the webhook subscribes to; `*` subscribes to all events, `email.*` to all events of emails
   *
   * @minItems 1
   */
  events: (
    | '*'
    | 'email.*'
    | 'contact.*'
    | 'domain.*'
    | 'suppression.*'
    | 'topic.*'
    | 'email.scheduled'
    | 'email.sent'
    | 'email.delivered'
    | 'email.delivery_delayed'
    | 'email.opened'
    | 'email.clicked'
    | 'email.bounced'
    | 'email.complained'
    | 'email.suppressed'
    | 'email.failed'
    | 'email.canceled'
    | 'email.received'
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.topics.updated'
    | 'contact.import.completed'
    | 'domain.created'
    | 'domain.updated'
    | 'domain.deleted'
    | 'suppression.added'
    | 'suppression.removed'
    | 'topic.created'
    | 'topic.updated'
    | 'topic.deleted'
  )[];
}
export interface ListWebhooksQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface UpdateWebhookBody {
  /**
   * URL that events are posted to: a public http or https URL
   */
  endpoint_url?: string;
  /**
   * Alias of `endpoint_url`: requests may use either name, answers contain both
   */
  endpoint?: string;
  /**
   * Event types that the webhook subscribes to; replaces the current list
   *
   * @minItems 1
   */
  events?: (
    | '*'
    | 'email.*'
    | 'contact.*'
    | 'domain.*'
    | 'suppression.*'
    | 'topic.*'
    | 'email.scheduled'
    | 'email.sent'
    | 'email.delivered'
    | 'email.delivery_delayed'
    | 'email.opened'
    | 'email.clicked'
    | 'email.bounced'
    | 'email.complained'
    | 'email.suppressed'
    | 'email.failed'
    | 'email.canceled'
    | 'email.received'
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.topics.updated'
    | 'contact.import.completed'
    | 'domain.created'
    | 'domain.updated'
    | 'domain.deleted'
    | 'suppression.added'
    | 'suppression.removed'
    | 'topic.created'
    | 'topic.updated'
    | 'topic.deleted'
  )[];
  /**
   * `disabled` stops delivery; `enabled` resumes it, and earlier failures no longer count
   */
  status?: 'enabled' | 'disabled';
}
export interface TestWebhookBody {
  /**
   * Type of the test event; when absent, `email.delivered`
   */
  type?:
    | (
        | 'email.scheduled'
        | 'email.sent'
        | 'email.delivered'
        | 'email.delivery_delayed'
        | 'email.opened'
        | 'email.clicked'
        | 'email.bounced'
        | 'email.complained'
        | 'email.suppressed'
        | 'email.failed'
        | 'email.canceled'
        | 'email.received'
        | 'contact.created'
        | 'contact.updated'
        | 'contact.deleted'
        | 'contact.topics.updated'
        | 'contact.import.completed'
        | 'domain.created'
        | 'domain.updated'
        | 'domain.deleted'
        | 'suppression.added'
        | 'suppression.removed'
        | 'topic.created'
        | 'topic.updated'
        | 'topic.deleted'
      )
    | null;
}
export interface ReplayWebhookBody {
  /**
   * Replay events from this time on: ISO 8601 or English such as `2 hours ago`
   */
  since: string;
  /**
   * Only events whose delivery ended with this status; when absent, all events, also those still waiting for delivery
   */
  status?: ('success' | 'failed') | null;
}
export interface ListWebhookEventsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only events with this delivery status
   */
  status?: 'pending' | 'attempting' | 'success' | 'failed';
  /**
   * Only events of this type
   */
  type?:
    | 'email.scheduled'
    | 'email.sent'
    | 'email.delivered'
    | 'email.delivery_delayed'
    | 'email.opened'
    | 'email.clicked'
    | 'email.bounced'
    | 'email.complained'
    | 'email.suppressed'
    | 'email.failed'
    | 'email.canceled'
    | 'email.received'
    | 'contact.created'
    | 'contact.updated'
    | 'contact.deleted'
    | 'contact.topics.updated'
    | 'contact.import.completed'
    | 'domain.created'
    | 'domain.updated'
    | 'domain.deleted'
    | 'suppression.added'
    | 'suppression.removed'
    | 'topic.created'
    | 'topic.updated'
    | 'topic.deleted';
}
export interface ListWebhookAttemptsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface ListLogsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only requests with this method
   */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /**
   * Only requests with this status (`404`) or this class of statuses (`4xx`)
   */
  status?: string;
  /**
   * Only requests with exactly this path
   */
  endpoint?: string;
  /**
   * Only requests with this text in the path, the User-Agent, the request id, or the error of a failed request
   */
  q?: string;
  /**
   * Only requests made at or after this time: ISO 8601 or English such as `2 hours ago`
   */
  since?: string;
  /**
   * Only requests made before this time; a date without a time includes that whole day
   */
  until?: string;
}
export interface UpdateAccountBody {
  /**
   * New name of the account, one line of up to 200 characters
   */
  name?: string;
}
export interface RequestProductionAccessBody {
  /**
   * Website of the sender, a URL with `https` or `http`
   */
  website: string;
  /**
   * What will be sent, and to whom: 20 to 2,000 characters
   */
  use_case: string;
  /**
   * How many emails will be sent per month, about
   */
  monthly_volume: number;
}
export interface ConfirmAddressBody {
  /**
   * Address to which a link is mailed, `email@domain` without a name
   */
  email: string;
}
export interface ListAuditEventsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
  /**
   * Only events of this operation, such as `createApiKey` or `ops set-plan`
   */
  operation?: string;
  /**
   * Only events of the person with this id
   */
  actor_id?: string;
  /**
   * Only events with this outcome
   */
  outcome?: 'succeeded' | 'failed';
}
export interface LoginBody {
  /**
   * Address `email@domain`, in any spelling
   */
  email: string;
  /**
   * Password, up to 256 characters
   */
  password: string;
}
export interface AnswerTotpChallengeBody {
  /**
   * Code of the authenticator app: six digits. A code counts once. Exactly one of `code` and `recovery_code` must be given
   */
  code?: string | ('' | null);
  /**
   * Recovery code, in place of `code`. Each signs in once; upper and lower case, hyphens and spaces make no difference
   */
  recovery_code?: string | ('' | null);
}
export interface ForgotPasswordBody {
  /**
   * Address to which the link is mailed, if it is that of a person
   */
  email: string;
}
export interface ResetPasswordBody {
  /**
   * Token of the mailed link
   */
  token: string;
  /**
   * The new password: 10 to 256 characters, and not your address
   */
  password: string;
}
export interface AcceptInvitationBody {
  /**
   * Token of the link of the invitation
   */
  token: string;
  /**
   * Your name, up to 200 characters. Needed if nobody has the address yet, ignored otherwise
   */
  name?: string | ('' | null);
  /**
   * If nobody has the address yet, the password that you choose: 10 to 256 characters, and not your address; otherwise your password
   */
  password?: string | ('' | null);
}
export interface UpdateProfileBody {
  /**
   * Your name, up to 200 characters
   */
  name?: string;
}
export interface SwitchAccountBody {
  /**
   * Id of one of your accounts
   */
  account_id: string;
}
export interface ChangePasswordBody {
  /**
   * The password until now
   */
  current_password: string;
  /**
   * The new password: 10 to 256 characters, and not your address
   */
  password: string;
}
export interface SetUpTotpBody {
  /**
   * Your password
   */
  password: string;
}
export interface EnableTotpBody {
  /**
   * Code of the authenticator app: six digits. A code counts once
   */
  code: string;
}
export interface DisableTotpBody {
  /**
   * Your password
   */
  password: string;
}
export interface ListSessionsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface ListInvitationsQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface CreateInvitationBody {
  /**
   * Address to invite, `email@domain` without a name
   */
  email: string;
  /**
   * Role that the person gets: `owner`, `admin`, `member` or `viewer`. Only an owner may invite an owner
   */
  role: 'owner' | 'admin' | 'member' | 'viewer';
}
export interface ListMembersQuery {
  /**
   * Number of objects per page
   */
  limit?: number;
  /**
   * Id of an object: returns the page that follows it. Cannot be combined with `before`
   */
  after?: string;
  /**
   * Id of an object: returns the page that precedes it. Cannot be combined with `after`
   */
  before?: string;
}
export interface UpdateMemberBody {
  /**
   * The new role. Only an owner may make somebody an owner, or change the role of one
   */
  role?: 'owner' | 'admin' | 'member' | 'viewer';
}

/** What each operation takes and answers, by its id. */
export interface Calls {
  sendEmail: { params: undefined; query: undefined; body: SendEmailBody; answer: AcceptedEmail };
  listEmails: { params: undefined; query: ListEmailsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: EmailItem[] } };
  sendBatch: { params: undefined; query: undefined; body: SendBatchBody; answer: AcceptedBatch };
  listEmailSources: { params: undefined; query: undefined; body: undefined; answer: { object: 'list'; has_more: boolean; data: EmailSource[] } };
  getEmailMetrics: { params: undefined; query: GetEmailMetricsQuery; body: undefined; answer: EmailMetrics };
  shareEmail: { params: { id: string }; query: undefined; body: ShareEmailBody; answer: SharedEmail };
  getEmail: { params: { id: string }; query: undefined; body: undefined; answer: Email };
  updateEmail: { params: { id: string }; query: undefined; body: UpdateEmailBody; answer: ScheduledEmail };
  traceEmail: { params: { id: string }; query: undefined; body: undefined; answer: EmailTrace };
  cancelEmail: { params: { id: string }; query: undefined; body: undefined; answer: ScheduledEmail };
  listEmailAttachments: { params: { id: string }; query: ListEmailAttachmentsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: AttachmentItem[] } };
  getEmailAttachment: { params: { id: string; attachmentId: string }; query: undefined; body: undefined; answer: Attachment };
  listApiKeys: { params: undefined; query: ListApiKeysQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: ApiKeyItem[] } };
  createApiKey: { params: undefined; query: undefined; body: CreateApiKeyBody; answer: NewApiKey };
  getApiKey: { params: { id: string }; query: undefined; body: undefined; answer: ApiKey };
  updateApiKey: { params: { id: string }; query: undefined; body: UpdateApiKeyBody; answer: ApiKey };
  deleteApiKey: { params: { id: string }; query: undefined; body: undefined; answer: DeletedApiKey };
  createDomain: { params: undefined; query: undefined; body: CreateDomainBody; answer: Domain };
  listDomains: { params: undefined; query: ListDomainsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: DomainItem[] } };
  startDomainClaim: { params: undefined; query: undefined; body: StartDomainClaimBody; answer: DomainClaim };
  getDomain: { params: { id: string }; query: undefined; body: undefined; answer: Domain };
  updateDomain: { params: { id: string }; query: undefined; body: UpdateDomainBody; answer: Domain };
  deleteDomain: { params: { id: string }; query: undefined; body: undefined; answer: DeletedDomain };
  verifyDomain: { params: { id: string }; query: undefined; body: undefined; answer: VerifiedDomain };
  checkDomainMx: { params: { id: string }; query: undefined; body: undefined; answer: MxCheck };
  getDomainRecordsCsv: { params: { id: string }; query: undefined; body: undefined; answer: DomainRecordsCsv };
  getDomainZoneFile: { params: { id: string }; query: undefined; body: undefined; answer: DomainZoneFile };
  getDomainDnsProvider: { params: { id: string }; query: undefined; body: undefined; answer: DomainDnsProvider };
  getDomainCompliance: { params: { id: string }; query: undefined; body: undefined; answer: DomainCompliance };
  rotateDomainDkim: { params: { id: string }; query: undefined; body: undefined; answer: Domain };
  getDomainClaim: { params: { id: string }; query: undefined; body: undefined; answer: DomainClaim };
  verifyDomainClaim: { params: { id: string }; query: undefined; body: undefined; answer: DomainClaim };
  createContactImport: { params: undefined; query: undefined; body: CreateContactImportBody; answer: ContactImport };
  listContactImports: { params: undefined; query: ListContactImportsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: ContactImport[] } };
  getContactImport: { params: { id: string }; query: undefined; body: undefined; answer: ContactImport };
  cancelContactImport: { params: { id: string }; query: undefined; body: undefined; answer: ContactImport };
  listContactImportFailures: { params: { id: string }; query: ListContactImportFailuresQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: ContactImportFailureItem[] } };
  createContact: { params: undefined; query: undefined; body: CreateContactBody; answer: Contact };
  listContacts: { params: undefined; query: ListContactsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: ContactItem[] } };
  batchContacts: { params: undefined; query: undefined; body: BatchContactsBody; answer: ContactBatch };
  getContact: { params: { id: string }; query: undefined; body: undefined; answer: Contact };
  updateContact: { params: { id: string }; query: undefined; body: UpdateContactBody; answer: Contact };
  deleteContact: { params: { id: string }; query: DeleteContactQuery; body: undefined; answer: DeletedContact };
  listContactSegments: { params: { id: string }; query: ListContactSegmentsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: ContactSegmentItem[] } };
  addContactToSegment: { params: { id: string; segmentId: string }; query: undefined; body: undefined; answer: ContactSegment };
  removeContactFromSegment: { params: { id: string; segmentId: string }; query: undefined; body: undefined; answer: DeletedContactSegment };
  listContactTopics: { params: { id: string }; query: ListContactTopicsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: ContactTopicItem[] } };
  updateContactTopics: { params: { id: string }; query: undefined; body: UpdateContactTopicsBody; answer: ContactTopics };
  createAudienceContact: { params: { id: string }; query: undefined; body: CreateAudienceContactBody; answer: Contact };
  listAudienceContacts: { params: { id: string }; query: ListAudienceContactsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: ContactItem[] } };
  getAudienceContact: { params: { id: string; contactId: string }; query: undefined; body: undefined; answer: Contact };
  updateAudienceContact: { params: { id: string; contactId: string }; query: undefined; body: UpdateAudienceContactBody; answer: Contact };
  deleteAudienceContact: { params: { id: string; contactId: string }; query: DeleteAudienceContactQuery; body: undefined; answer: DeletedContact };
  listSegmentContacts: { params: { id: string }; query: ListSegmentContactsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: ContactItem[] } };
  createSuppression: { params: undefined; query: undefined; body: CreateSuppressionBody; answer: Suppression };
  listSuppressions: { params: undefined; query: ListSuppressionsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: SuppressionItem[] } };
  getSuppression: { params: { id: string }; query: undefined; body: undefined; answer: Suppression };
  deleteSuppression: { params: { id: string }; query: undefined; body: undefined; answer: DeletedSuppression };
  addSuppressions: { params: undefined; query: undefined; body: AddSuppressionsBody; answer: AddedSuppressions };
  removeSuppressions: { params: undefined; query: undefined; body: RemoveSuppressionsBody; answer: RemovedSuppressions };
  createAudience: { params: undefined; query: undefined; body: CreateAudienceBody; answer: Audience };
  listAudiences: { params: undefined; query: ListAudiencesQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: AudienceItem[] } };
  getAudience: { params: { id: string }; query: undefined; body: undefined; answer: Audience };
  deleteAudience: { params: { id: string }; query: undefined; body: undefined; answer: DeletedAudience };
  createContactProperty: { params: undefined; query: undefined; body: CreateContactPropertyBody; answer: ContactProperty };
  listContactProperties: { params: undefined; query: ListContactPropertiesQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: ContactPropertyItem[] } };
  getContactProperty: { params: { id: string }; query: undefined; body: undefined; answer: ContactProperty };
  updateContactProperty: { params: { id: string }; query: undefined; body: UpdateContactPropertyBody; answer: ContactProperty };
  deleteContactProperty: { params: { id: string }; query: undefined; body: undefined; answer: DeletedContactProperty };
  sendEvent: { params: undefined; query: undefined; body: SendEventBody; answer: SentEvent };
  createEvent: { params: undefined; query: undefined; body: CreateEventBody; answer: Event };
  listEvents: { params: undefined; query: ListEventsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: EventItem[] } };
  getEvent: { params: { id: string }; query: undefined; body: undefined; answer: Event };
  updateEvent: { params: { id: string }; query: undefined; body: UpdateEventBody; answer: Event };
  deleteEvent: { params: { id: string }; query: undefined; body: undefined; answer: DeletedEvent };
  listContactEvents: { params: { id: string }; query: ListContactEventsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: ContactEventItem[] } };
  createSegment: { params: undefined; query: undefined; body: CreateSegmentBody; answer: Segment };
  listSegments: { params: undefined; query: ListSegmentsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: SegmentItem[] } };
  previewSegment: { params: undefined; query: undefined; body: PreviewSegmentBody; answer: SegmentPreview };
  getSegment: { params: { id: string }; query: undefined; body: undefined; answer: Segment };
  updateSegment: { params: { id: string }; query: undefined; body: UpdateSegmentBody; answer: Segment };
  deleteSegment: { params: { id: string }; query: undefined; body: undefined; answer: DeletedSegment };
  createTemplate: { params: undefined; query: undefined; body: CreateTemplateBody; answer: Template };
  listTemplates: { params: undefined; query: ListTemplatesQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: TemplateItem[] } };
  previewUnsavedTemplate: { params: undefined; query: undefined; body: PreviewUnsavedTemplateBody; answer: TemplatePreview };
  getTemplate: { params: { id: string }; query: undefined; body: undefined; answer: Template };
  updateTemplate: { params: { id: string }; query: undefined; body: UpdateTemplateBody; answer: Template };
  deleteTemplate: { params: { id: string }; query: undefined; body: undefined; answer: DeletedTemplate };
  publishTemplate: { params: { id: string }; query: undefined; body: undefined; answer: Template };
  duplicateTemplate: { params: { id: string }; query: undefined; body: undefined; answer: Template };
  previewTemplate: { params: { id: string }; query: undefined; body: PreviewTemplateBody; answer: TemplatePreview };
  testTemplate: { params: { id: string }; query: undefined; body: TestTemplateBody; answer: TemplateTest };
  revertTemplate: { params: { id: string }; query: undefined; body: RevertTemplateBody; answer: Template };
  listTemplateVersions: { params: { id: string }; query: ListTemplateVersionsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: TemplateVersionItem[] } };
  createAutomation: { params: undefined; query: undefined; body: CreateAutomationBody; answer: Automation };
  listAutomations: { params: undefined; query: ListAutomationsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: AutomationItem[] } };
  getAutomation: { params: { id: string }; query: undefined; body: undefined; answer: Automation };
  updateAutomation: { params: { id: string }; query: undefined; body: UpdateAutomationBody; answer: Automation };
  deleteAutomation: { params: { id: string }; query: undefined; body: undefined; answer: DeletedAutomation };
  duplicateAutomation: { params: { id: string }; query: undefined; body: undefined; answer: Automation };
  stopAutomation: { params: { id: string }; query: undefined; body: StopAutomationBody; answer: StoppedAutomation };
  addAutomationStep: { params: { id: string }; query: undefined; body: AddAutomationStepBody; answer: AutomationStep };
  updateAutomationStep: { params: { id: string; stepId: string }; query: undefined; body: UpdateAutomationStepBody; answer: AutomationStep };
  deleteAutomationStep: { params: { id: string; stepId: string }; query: undefined; body: undefined; answer: DeletedAutomationStep };
  listAutomationRuns: { params: { id: string }; query: ListAutomationRunsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: AutomationRunItem[] } };
  getAutomationRun: { params: { id: string; runId: string }; query: undefined; body: undefined; answer: AutomationRun };
  cancelAutomationRun: { params: { id: string; runId: string }; query: undefined; body: undefined; answer: CancelledAutomationRun };
  retryAutomationRun: { params: { id: string; runId: string }; query: undefined; body: undefined; answer: RetriedAutomationRun };
  enrollContacts: { params: { id: string }; query: undefined; body: EnrollContactsBody; answer: AutomationBatch };
  retryAutomationRuns: { params: { id: string }; query: undefined; body: RetryAutomationRunsBody; answer: AutomationBatch };
  cancelAutomationRuns: { params: { id: string }; query: undefined; body: undefined; answer: AutomationBatch };
  listAutomationBatches: { params: { id: string }; query: ListAutomationBatchesQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: AutomationBatchItem[] } };
  getAutomationBatch: { params: { id: string; batchId: string }; query: undefined; body: undefined; answer: AutomationBatch };
  simulateAutomation: { params: { id: string }; query: undefined; body: SimulateAutomationBody; answer: AutomationSimulation };
  getAutomationStats: { params: { id: string }; query: undefined; body: undefined; answer: AutomationStats };
  createTopic: { params: undefined; query: undefined; body: CreateTopicBody; answer: Topic };
  listTopics: { params: undefined; query: ListTopicsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: TopicItem[] } };
  getTopic: { params: { id: string }; query: undefined; body: undefined; answer: Topic };
  updateTopic: { params: { id: string }; query: undefined; body: UpdateTopicBody; answer: Topic };
  deleteTopic: { params: { id: string }; query: undefined; body: undefined; answer: DeletedTopic };
  getUnsubscribePage: { params: undefined; query: undefined; body: undefined; answer: UnsubscribePage };
  updateUnsubscribePage: { params: undefined; query: undefined; body: UpdateUnsubscribePageBody; answer: UnsubscribePage };
  createWebhook: { params: undefined; query: undefined; body: CreateWebhookBody; answer: CreatedWebhook };
  listWebhooks: { params: undefined; query: ListWebhooksQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: WebhookItem[] } };
  getWebhook: { params: { id: string }; query: undefined; body: undefined; answer: Webhook };
  updateWebhook: { params: { id: string }; query: undefined; body: UpdateWebhookBody; answer: Webhook };
  deleteWebhook: { params: { id: string }; query: undefined; body: undefined; answer: DeletedWebhook };
  rotateWebhook: { params: { id: string }; query: undefined; body: undefined; answer: WebhookSecret };
  rotateWebhookSigningSecret: { params: { id: string }; query: undefined; body: undefined; answer: WebhookSecret };
  testWebhook: { params: { id: string }; query: undefined; body: TestWebhookBody; answer: WebhookTest };
  replayWebhook: { params: { id: string }; query: undefined; body: ReplayWebhookBody; answer: WebhookReplay };
  listWebhookEvents: { params: { id: string }; query: ListWebhookEventsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: WebhookEventItem[] } };
  getWebhookEvent: { params: { id: string; eventId: string }; query: undefined; body: undefined; answer: WebhookEvent };
  listWebhookAttempts: { params: { id: string; eventId: string }; query: ListWebhookAttemptsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: WebhookAttempt[] } };
  replayWebhookEvent: { params: { id: string; eventId: string }; query: undefined; body: undefined; answer: ReplayedWebhookEvent };
  listLogs: { params: undefined; query: ListLogsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: LogItem[] } };
  getLog: { params: { id: string }; query: undefined; body: undefined; answer: Log };
  getAccount: { params: undefined; query: undefined; body: undefined; answer: Account };
  updateAccount: { params: undefined; query: undefined; body: UpdateAccountBody; answer: Account };
  requestProductionAccess: { params: undefined; query: undefined; body: RequestProductionAccessBody; answer: ProductionAccessRequest };
  listConfirmedAddresses: { params: undefined; query: undefined; body: undefined; answer: { object: 'list'; has_more: boolean; data: ConfirmedAddressItem[] } };
  confirmAddress: { params: undefined; query: undefined; body: ConfirmAddressBody; answer: ConfirmedAddress };
  listAuditEvents: { params: undefined; query: ListAuditEventsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: AuditEventItem[] } };
  login: { params: undefined; query: undefined; body: LoginBody; answer: Session | TotpChallenge };
  answerTotpChallenge: { params: undefined; query: undefined; body: AnswerTotpChallengeBody; answer: Session };
  forgotPassword: { params: undefined; query: undefined; body: ForgotPasswordBody; answer: PasswordResetRequest };
  resetPassword: { params: undefined; query: undefined; body: ResetPasswordBody; answer: Session | TotpChallenge };
  acceptInvitation: { params: undefined; query: undefined; body: AcceptInvitationBody; answer: Session | TotpChallenge };
  getSession: { params: undefined; query: undefined; body: undefined; answer: Session };
  updateProfile: { params: undefined; query: undefined; body: UpdateProfileBody; answer: Session };
  logout: { params: undefined; query: undefined; body: undefined; answer: DeletedSession };
  switchAccount: { params: undefined; query: undefined; body: SwitchAccountBody; answer: Session };
  changePassword: { params: undefined; query: undefined; body: ChangePasswordBody; answer: Session };
  setUpTotp: { params: undefined; query: undefined; body: SetUpTotpBody; answer: TotpSetup };
  enableTotp: { params: undefined; query: undefined; body: EnableTotpBody; answer: RecoveryCodes };
  disableTotp: { params: undefined; query: undefined; body: DisableTotpBody; answer: Session };
  listSessions: { params: undefined; query: ListSessionsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: SessionItem[] } };
  endOtherSessions: { params: undefined; query: undefined; body: undefined; answer: EndedSessions };
  endSession: { params: { id: string }; query: undefined; body: undefined; answer: DeletedSession };
  listInvitations: { params: undefined; query: ListInvitationsQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: InvitationItem[] } };
  createInvitation: { params: undefined; query: undefined; body: CreateInvitationBody; answer: NewInvitation };
  resendInvitation: { params: { id: string }; query: undefined; body: undefined; answer: NewInvitation };
  deleteInvitation: { params: { id: string }; query: undefined; body: undefined; answer: DeletedInvitation };
  listMembers: { params: undefined; query: ListMembersQuery; body: undefined; answer: { object: 'list'; has_more: boolean; data: MemberItem[] } };
  updateMember: { params: { id: string }; query: undefined; body: UpdateMemberBody; answer: Member };
  deleteMember: { params: { id: string }; query: undefined; body: undefined; answer: DeletedMember };
  getUsage: { params: undefined; query: undefined; body: undefined; answer: Usage };
}
