// DNS from a table, for the tests of the tree walk: the walk is a function of the answers alone, and a table shows each
// zone next to what follows from it.
import type { DnsAnswer, DnsQuestions } from '../../../../shared/platform/net/dns/answer.ts';

/** Domain → the texts at its `_dmarc` name, or that DNS does not answer there. Other names do not exist. */
export type DmarcZones = Readonly<Record<string, string | readonly string[] | 'SERVFAIL'>>;

/** Answers from the zones. @returns the questions too, in their order */
export function createZones(zones: DmarcZones): Pick<DnsQuestions, 'txt'> & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    txt(name) {
      asked.push(name);
      return Promise.resolve(answerOf(zones[name.replace(/^_dmarc\./, '')]));
    },
  };
}

function answerOf(published: DmarcZones[string] | undefined): DnsAnswer<string> {
  if (published === undefined) return { kind: 'absent' };
  if (published === 'SERVFAIL') return { kind: 'unanswered', reason: 'servfail' };
  return { kind: 'found', values: typeof published === 'string' ? [published] : published };
}
