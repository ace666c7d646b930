// The SQL for whether the address of a contact refuses to be measured, as a look-up by key for each contact that is read
// (why not as EXISTS: ../unsubscribes/has-unsubscribed.ts).

/** SQL condition on a row of `contacts`. */
export const REFUSES_TRACKING = `coalesce(
  (SELECT true FROM tracking_refusals
   WHERE tracking_refusals.account_id = contacts.account_id AND tracking_refusals.email_key = contacts.email_key), false)`;
