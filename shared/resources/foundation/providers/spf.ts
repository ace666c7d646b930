// Which providers the mail of a domain may take: its SPF record allows them all (docs/architecture/providers.md).
import { chosenProvidersSql } from './choice.ts';
import { DEFAULT_PROVIDER } from './provider.ts';

/** A provider that mail of a domain may take. */
export interface ProviderOfDomain {
  name: string;
  /** The SPF mechanisms; null: those of SPF_INCLUDE. */
  spfInclude: string | null;
}

const CHOSEN = chosenProvidersSql({
  domainId: 'domains.id',
  accountId: 'domains.account_id',
  lane: 'lanes.lane',
});

/**
 * SQL: the ProviderOfDomain of a row of `domains`, as JSON: the provider of transactional mail is first, and each one
 * is followed by its failovers, which may name each other. A provider that both lanes use is there twice.
 */
export const PROVIDERS_OF_DOMAIN = `(
  WITH RECURSIVE way AS (
    SELECT lanes.lane, coalesce((${CHOSEN})[1], '${DEFAULT_PROVIDER}') AS name
    FROM (VALUES ('transactional'), ('campaign')) AS lanes (lane)
    UNION ALL
    SELECT lane, failover FROM way JOIN providers USING (name) WHERE failover IS NOT NULL
  ) CYCLE name SET is_again USING path
  SELECT json_agg(json_build_object('name', name, 'spfInclude', spf_include) ORDER BY lane DESC, cardinality(path))
  FROM way LEFT JOIN providers USING (name) WHERE NOT is_again)`;
