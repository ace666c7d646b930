// Asks DNS for the MTA-STS record of a domain.
import { parseMtaStsRecord } from '../../../mail/mta-sts/record.ts';
import type { Dns } from '../../../platform/net/dns/answer.ts';

/**
 * Asks for the record at `_mta-sts.<domain>`.
 * @returns the id of the policy, undefined without a usable record; `unanswered`: why nothing is known, as a sentence
 */
export async function askRecord(dns: Pick<Dns, 'txt'>, domain: string) {
  const name = `_mta-sts.${domain}`;
  const answer = await dns.txt(name);
  const id = answer.kind === 'found' ? parseMtaStsRecord(answer.values) : undefined;
  const isUnanswered = answer.kind === 'unanswered';
  return { id, unanswered: isUnanswered ? `DNS has no answer for ${name} (${answer.reason}).` : undefined };
}
