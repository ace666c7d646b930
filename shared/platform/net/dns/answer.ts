// Answers of DNS as values. A question never throws: DNS that does not answer (timeout, SERVFAIL, refused) is an answer
// too, and it must not be taken for the absence of a record.

/** The answer of DNS for a name and a type of record. */
export type DnsAnswer<Value> =
  /** At least one record. */
  | { readonly kind: 'found'; readonly values: readonly Value[] }
  /** The name does not exist, or has no record of this type. */
  | { readonly kind: 'absent' }
  /** Unknown: no server answered in time, or its answer was an error. */
  | { readonly kind: 'unanswered'; readonly reason: DnsFailure };

/** The reason why there is no answer. `forbidden`: the addresses of the name servers must not be reached. */
export type DnsFailure = 'timeout' | 'servfail' | 'refused' | 'unreachable' | 'malformed' | 'forbidden';

/** An MX record. */
export interface MailExchange {
  /** Host name, lower case, without the final dot. */
  exchange: string;
  priority: number;
}

/** A CAA record: which authorities may issue certificates for a name and those below it (RFC 8659 §4). */
export interface CaaRecord {
  /** Lower case: `issue`, `issuewild`, `iodef`. */
  tag: string;
  value: string;
}

/** An address of a host. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Questions to DNS; names are lower-case ASCII, without the final dot, in questions and answers. */
export interface DnsQuestions {
  /** TXT records, each with its strings joined. */
  txt(name: string): Promise<DnsAnswer<string>>;
  /** MX records, the preferred one first; cached for five minutes. */
  mx(name: string): Promise<DnsAnswer<MailExchange>>;
  /** IPv4 and IPv6 addresses of a host. */
  addresses(host: string): Promise<DnsAnswer<ResolvedAddress>>;
  /** The target of a CNAME record. */
  cname(name: string): Promise<DnsAnswer<string>>;
  /** Host names of name servers. */
  ns(name: string): Promise<DnsAnswer<string>>;
  /** Host names of an address (PTR). */
  ptr(address: string): Promise<DnsAnswer<string>>;
}

/** The answer of one server. */
export interface ServerAnswer<Value> {
  /** Host name of the domain's own name server; null: the resolver, DNS_SERVERS, or the development server. */
  readonly server: string | null;
  readonly answer: DnsAnswer<Value>;
}

/** Questions about names of one domain, to up to three of its own name servers; each answers for itself. */
export interface DomainQuestions {
  txt(name: string): Promise<readonly ServerAnswer<string>[]>;
  mx(name: string): Promise<readonly ServerAnswer<MailExchange>[]>;
  cname(name: string): Promise<readonly ServerAnswer<string>[]>;
  /** Those of exactly this name, or of its alias: callers climb to the names above it. */
  caa(name: string): Promise<readonly ServerAnswer<CaaRecord>[]>;
}

/** DNS as a process uses it. */
export interface Dns extends DnsQuestions {
  /**
   * Begins questions about a domain and its subdomains. Its name servers are found at the first question, and a server
   * that does not answer is asked nothing more. If none of its own name servers answers, the resolver is asked instead.
   */
  about(domain: string): DomainQuestions;
}
