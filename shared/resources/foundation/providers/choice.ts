// Which provider a mail takes. Operators choose for a domain, an account or a lane; the first of these that is chosen counts:
// domain and lane, domain, account and lane, account, lane. Without any it is the default one. This is the only place that says so.

/** SQL expressions. */
export interface ChoiceOf {
  domainId: string;
  accountId: string;
  /** The lane as a literal or as a column with the name of its table. */
  lane: string;
}

/** SQL: the names of the providers that were chosen for a mail, as an array, the one that counts first. */
export function chosenProvidersSql({ domainId, accountId, lane }: ChoiceOf): string {
  return `ARRAY(
    SELECT choice.provider FROM provider_choices AS choice
    WHERE (choice.domain_id = ${domainId} OR choice.account_id = ${accountId}
           OR choice.domain_id IS NULL AND choice.account_id IS NULL)
      AND coalesce(choice.lane, ${lane}) = ${lane}
    ORDER BY choice.domain_id IS NULL, choice.account_id IS NULL, choice.lane IS NULL)`;
}
